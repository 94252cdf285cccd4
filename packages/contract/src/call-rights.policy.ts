/**
 * What a user may do to calls (docs/spec/realtime.md, "Rights on calls"). The only place that decides it: for commands, for dialled
 * codes, and for what the panel offers. Pure: the caller of these functions says who is in which call.
 */
import { mayCallConference, mayInviteToConference } from "./conference-rights.policy.ts";
import { THREE_WAY_ROOM_DIGITS, THREE_WAY_ROOM_PREFIX } from "./limits.ts";
import { canRead, holdsForAll, holdsRule, type Rights } from "./permissions.ts";
import { mayMoveCaller } from "./queue-rights.policy.ts";

const PRIVATE_ROOM = new RegExp(`^${THREE_WAY_ROOM_PREFIX}[0-9]{${THREE_WAY_ROOM_DIGITS}}$`);

/** A temporary room for a three-way call: only its members know its number. */
export const isPrivateRoom = (number: string): boolean => PRIVATE_ROOM.test(number);

/** A leg that a command is about. */
export interface TouchedLeg {
  /**
   * `in`: the user is in its call; `parked`: it waits in a slot, parked by them; `sent`: they have just moved it from a call of
   * theirs; `seen`: they see the call, no more; `waits`: they see it in the line of a queue only.
   */
  readonly relation: "in" | "parked" | "sent" | "seen" | "waits";
  /** User ids of the people it belongs to; for an outside person: those who talk to them, or who parked them. */
  readonly owners: readonly number[];
  /** The queue in whose line it waits, if they see that queue. */
  readonly queue?: string | undefined;
  /** The queue out of whose line they have just moved it. */
  readonly leftQueue?: string | undefined;
}

/**
 * Where a leg is sent. `self`: to the user who gives the command; `openRoom`: a private room that is empty, or that they are in
 * themselves; `closedRoom`: a private room of others; `leftQueue`: the queue out of which they moved it; `service`: a number that plays, records or switches something.
 */
export type MoveGoal =
  | "person"
  | "self"
  | "parking"
  | "queue"
  | "leftQueue"
  | "room"
  | "openRoom"
  | "closedRoom"
  | "service"
  | "outside"
  | "nowhere";

export type CallAct =
  | { readonly kind: "move"; readonly legs: readonly TouchedLeg[]; readonly to: MoveGoal }
  /** The party to which a leg is connected, by leg and bridge. */
  | { readonly kind: "inspect"; readonly leg: TouchedLeg }
  /** A variable for the next phone that rings for the call. */
  | { readonly kind: "label"; readonly leg: TouchedLeg }
  | { readonly kind: "record"; readonly owners: readonly number[] }
  /** Hearing a person's call without being in it, silently, whispering or barging in. */
  | { readonly kind: "listen"; readonly userId: number }
  /** Picking up a call that rings at a person's phones. */
  | { readonly kind: "pickUp"; readonly userId: number }
  /** Talking to the party that waits in a slot. */
  | { readonly kind: "retrieve"; readonly isParty: boolean }
  /** Opening a person's microphone without being heard. */
  | { readonly kind: "hearIntercom"; readonly userId: number }
  /** Ringing the user's own phones; `room`: a person into a room; `privateRoom`: into a three-way room. */
  | { readonly kind: "ringOwn" }
  /** Ringing the user's own phones for a room. */
  | { readonly kind: "callRoom"; readonly room: string }
  | { readonly kind: "inviteToRoom"; readonly room: string }
  | { readonly kind: "inviteToPrivateRoom"; readonly isMember: boolean }
  /** Making one call of two; `isOwn`: both legs are the person's. */
  | { readonly kind: "merge"; readonly isOwn: boolean }
  /** Reporting the user's own microphone to the others in a three-way call. */
  | { readonly kind: "reportMicrophone" }
  /** Removing a person from a three-way call, or cancelling the invitation of a person who is rung for it. */
  | { readonly kind: "removeFromPrivateRoom"; readonly by: RoomStanding };

/**
 * The user who removes a person from a three-way call: they own the call, they invited that person, they are in the call, or not.
 * The call belongs to its creator, and after they leave to the member who has been in it longest.
 */
export type RoomStanding = "host" | "inviter" | "member" | "stranger";

/** Whether the rights allow it. In a call of others, no right allows moves to `outside` and `closedRoom`; waiting callers may be sent outside. */
export function mayDo(rights: Rights, act: CallAct): boolean {
  switch (act.kind) {
    case "move":
      return act.legs.every((leg) => mayMove(rights, leg, act.to));
    case "inspect":
    case "label":
      return canRead(rights, CALLS) && mayTouch(rights, act.leg);
    case "record":
      return holdsOver(rights, "execute_record", act.owners);
    case "listen":
      return holdsOver(rights, "execute_callspy", [act.userId]);
    case "pickUp":
      return holdsOver(rights, "execute_pickup", [act.userId]);
    case "retrieve":
      return act.isParty || canRead(rights, "parkings");
    case "hearIntercom":
      return holdsRule(rights, "intercom", "execute_silent", String(act.userId));
    case "ringOwn":
      return canRead(rights, "click_to_dial");
    case "callRoom":
      return mayCallConference(rights, act.room);
    case "inviteToRoom":
      return mayInviteToConference(rights, act.room);
    case "inviteToPrivateRoom":
      return act.isMember && canRead(rights, CALLS);
    case "reportMicrophone":
      return canRead(rights, CALLS);
    case "merge":
      return act.isOwn && canRead(rights, CALLS);
    case "removeFromPrivateRoom":
      return (act.by === "host" || act.by === "inviter") && canRead(rights, CALLS);
  }
}

const CALLS = "active_calls";

const isTheirs = ({ relation }: TouchedLeg): boolean => relation === "in" || relation === "parked";

const mayTouch = (rights: Rights, leg: TouchedLeg): boolean =>
  isTheirs(leg) || (leg.relation !== "waits" && holdsOver(rights, "execute_redirect", leg.owners));

function mayMove(rights: Rights, leg: TouchedLeg, to: MoveGoal): boolean {
  const { relation, owners, queue, leftQueue } = leg;
  if (to === "closedRoom") return false;
  if (to === "leftQueue")
    return leftQueue !== undefined && [true, false].some((isToSelf) => mayMoveCaller(rights, leftQueue, { isToSelf }));
  if (queue !== undefined && mayMoveCaller(rights, queue, { isToSelf: to === "self" })) return true;
  if (relation === "waits" || !canRead(rights, CALLS)) return false;
  if (relation === "in") return true;
  if (to === "outside") return false;
  // What they have sent on may be undone.
  if (relation === "parked" || (relation === "sent" && to === "self")) return true;
  if (!holdsOver(rights, "execute_redirect", owners)) return false;
  // A move to a place where the user can hear them, or to a machine, takes the right to listen.
  return LEADS_TO_PEOPLE.has(to) || holdsOver(rights, "execute_callspy", owners);
}

const LEADS_TO_PEOPLE: ReadonlySet<MoveGoal> = new Set<MoveGoal>(["person", "parking", "queue", "nowhere"]);

/** A rule of `active_calls` on each of these people; without people it must apply to all. */
function holdsOver(rights: Rights, rule: string, userIds: readonly number[]): boolean {
  if (userIds.length === 0) return holdsForAll(rights, CALLS, rule);
  return userIds.every((id) => holdsRule(rights, CALLS, rule, String(id)));
}
