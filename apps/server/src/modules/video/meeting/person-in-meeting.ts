/** Somebody who is in a meeting, as it knows them, and as others are told. */
import type { Participant } from "@callpanel/contract";
import type { Entrant, Sending, Sent } from "./meeting.model.ts";

export interface Person extends Entrant {
  name: string;
  role: Entrant["role"];
  sending: Sending;
  /** Turned off by an admin; the page has not said yet that it is off. */
  readonly held: Set<Sent>;
  hand: number | null;
  /** Null: connected. */
  lostAt: number | null;
}

/** Who is let in again at once after a removal is decided by this: a person, or everybody who has the link. */
export const doorOf = ({ userId, role, telephone }: Pick<Entrant, "userId" | "role" | "telephone">): string => {
  if (telephone !== undefined) return `number ${telephone.number}`;
  return userId === null ? `link ${role}` : `person ${userId}`;
};

/** MEET-8, VPHONE-2 */
export const isToWait = ({ userId, role, telephone }: Entrant): boolean =>
  userId === null && role === "guest" && telephone?.isCalled !== true;

export function present({ id, name, role, userId, telephone, sending, hand, lostAt }: Person): Participant {
  return {
    id,
    name,
    role,
    user_id: userId,
    telephone: telephone !== undefined,
    ...sending,
    hand,
    away: lostAt !== null,
  };
}
