/** A person in a meeting: the meeting's own data, and the data that others get. */
import { MEETING_LIMITS, type Participant } from "@callpanel/contract";
import type { Entrant, MeetingEffect, Sending, Sent } from "./meeting.model.ts";
import { maskedNumber } from "./names.ts";

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

/** Decides who is admitted again at once after a removal: a person, or everybody who has the link. */
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

/** VPHONE-15: as guests of a link see them. */
export function presentToGuests(person: Person): Participant {
  const participant = present(person);
  return person.telephone?.isNameless === true ? { ...participant, name: maskedNumber(participant.name) } : participant;
}

/** What other participants see of a person. */
export const tellOf = (person: Person, except: string | undefined): MeetingEffect => ({
  kind: "tell",
  to: "everybody",
  except,
  frame: { type: "participant", participant: present(person) },
  forGuests: { type: "participant", participant: presentToGuests(person) },
});

/** MEET-14: people of the company keep their names; guests who have the same get a number. */
export function takenNames(others: readonly Entrant[], { userId }: Entrant): readonly string[] {
  const counts = (one: Entrant): boolean => userId === null || (one.userId !== null && one.userId !== userId);
  return others.filter(counts).map(({ name }) => name);
}

export type CallRefusal = "video.waiting" | "video.adminsOnly" | "video.callers" | "video.calling" | "video.full";

export function callRefusalOf(
  person: Person | undefined,
  { inside, calling }: { readonly inside: number; readonly calling: number },
): CallRefusal | undefined {
  if (person === undefined) return "video.waiting";
  if (person.role !== "admin") return "video.adminsOnly";
  if (person.userId === null) return "video.callers";
  if (calling >= MEETING_LIMITS.calling) return "video.calling";
  return inside + calling >= MEETING_LIMITS.participants ? "video.full" : undefined;
}
