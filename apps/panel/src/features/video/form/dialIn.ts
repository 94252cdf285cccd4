/** How a telephone reaches a room: what is dialled, and what is entered then. */
import type { VideoRoom } from "@callpanel/contract";

export interface DialIn {
  /** People outside dial it, and so do colleagues where there is no shorter number. */
  readonly number: string;
  /** Telephones of the company only; empty: the same. */
  readonly inside: string;
  /** In threes, as it is read out. */
  readonly room: string;
}

/** Null: telephones do not reach the room. */
export function dialInOf({ phone }: Pick<VideoRoom, "phone">): DialIn | null {
  const number = phone?.outsideNumber ?? phone?.number ?? null;
  if (phone === undefined || number === null) return null;
  const inside = phone.outsideNumber === null ? "" : (phone.number ?? "");
  return { number, inside, room: phone.roomNumber.replace(/(?=(?:\d{3})+$)(?!^)/g, " ") };
}
