/** The PINs of a room, for members and for admins (CONF-20, VPHONE-11). */
import type { PinAttempt, RoomPinCheck } from "@callpanel/phone-port";
import type { PinLock } from "./pin-lock.ts";

export interface RoomPins {
  /** Of which room. */
  readonly holder: string;
  /** Null: none. */
  readonly pin: string | null;
  readonly adminPin: string | null;
}

/** Of a video room: its telephones and its links count together. */
export const videoPinHolder = (roomId: number): string => `video ${roomId}`;

const KINDS = { member: "conference", admin: "conferenceAdmin" } as const;

/** One PIN of a room, where it is known which one is asked for. */
export const tryRoomPin = (
  pinLock: PinLock,
  { holder, of, secret }: { readonly holder: string; readonly of: keyof typeof KINDS; readonly secret: string },
  caller: string,
  check: () => boolean,
) => pinLock.tryPin({ kind: KINDS[of], holder, secret, caller }, check);

/**
 * The two are counted apart, so that who knows the one cannot guess the other for as long as they like; a wrong one counts for
 * both.
 */
export async function tryRoomPins(
  pinLock: PinLock,
  { holder, pin, adminPin }: RoomPins,
  { pin: keyed, caller }: PinAttempt,
): Promise<RoomPinCheck> {
  const tryMember = async (isRight: boolean): Promise<RoomPinCheck> => {
    const result = await tryRoomPin(pinLock, { holder, of: "member", secret: pin ?? "" }, caller, () => isRight);
    return result === "right" ? "member" : result;
  };
  if (pin !== null && keyed === pin) return tryMember(true);
  if (adminPin !== null) {
    const asked = { holder, of: "admin", secret: adminPin } as const;
    const result = await tryRoomPin(pinLock, asked, caller, () => keyed === adminPin);
    if (result !== "wrong") return result === "right" ? "admin" : result;
  }
  return pin === null ? "wrong" : tryMember(false);
}
