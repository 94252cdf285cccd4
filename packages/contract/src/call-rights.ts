/**
 * What somebody may do to calls (docs/spec/realtime.md, "Rights on calls"). The one place that decides it: for commands, for what is
 * dialled, and for what the panel offers. Pure; who is in which call is told by whoever asks.
 */
import { THREE_WAY_ROOM_DIGITS, THREE_WAY_ROOM_PREFIX } from "./limits.ts";
import { canRead, holdsForAll, holdsRule, type Rights } from "./permissions.ts";

const PRIVATE_ROOM = new RegExp(`^${THREE_WAY_ROOM_PREFIX}[0-9]{${THREE_WAY_ROOM_DIGITS}}$`);

/** A room made on the spot for a three-way call: its number is its members' alone. */
export const isPrivateRoom = (number: string): boolean => PRIVATE_ROOM.test(number);

/** A leg that a command is about. */
export interface TouchedLeg {
  /**
   * `in`: the person is in its call; `parked`: it waits in a slot, parked by them; `sent`: they have just sent it on from a call of
   * theirs; `seen`: they see the call, no more.
   */
  readonly relation: "in" | "parked" | "sent" | "seen";
  /** User ids of the people it belongs to; of somebody outside: those who talk to them, or who parked them. */
  readonly owners: readonly number[];
}

/**
 * Where a leg is sent. `self`: to the one who gives the order; `openRoom`: a private room that nobody is in, or that they are in
 * themselves; `closedRoom`: a private room of others; `service`: whatever plays, records or switches something.
 */
export type MoveGoal =
  | "person"
  | "self"
  | "parking"
  | "queue"
  | "room"
  | "openRoom"
  | "closedRoom"
  | "service"
  | "outside"
  | "nowhere";

export type CallAct =
  | { readonly kind: "move"; readonly legs: readonly TouchedLeg[]; readonly to: MoveGoal }
  /** Who a leg is connected to, by leg and bridge. */
  | { readonly kind: "inspect"; readonly leg: TouchedLeg }
  /** A variable for the next phone that rings for the call. */
  | { readonly kind: "label"; readonly leg: TouchedLeg }
  | { readonly kind: "record"; readonly owners: readonly number[] }
  /** Hearing a person's call without being in it, silently, whispering or barging in. */
  | { readonly kind: "listen"; readonly userId: number }
  /** Taking a call that rings at a person's. */
  | { readonly kind: "pickUp"; readonly userId: number }
  /** Talking to whoever waits in a slot. */
  | { readonly kind: "retrieve"; readonly isParty: boolean }
  /** Opening a person's microphone without being heard. */
  | { readonly kind: "hearIntercom"; readonly userId: number }
  /** Ringing one's own phones; `room`: a person into a room; `privateRoom`: into a three-way room. */
  | { readonly kind: "ringOwn" }
  | { readonly kind: "inviteToRoom"; readonly room: string }
  | { readonly kind: "inviteToPrivateRoom"; readonly isMember: boolean }
  /** Making one call of two; `isOwn`: both legs are the person's. */
  | { readonly kind: "merge"; readonly isOwn: boolean }
  /** Somebody who is in a three-way call or rung for it, out of it. */
  | { readonly kind: "removeFromPrivateRoom"; readonly by: RoomStanding };

/**
 * Of whoever would remove somebody from a three-way call: it is theirs, they invited that person, they are in it, or not. The call
 * is whoever made it, after them of who has been in it longest.
 */
export type RoomStanding = "host" | "inviter" | "member" | "stranger";

/** Whether the rights allow it. What nobody may do to a call that they are not in (`outside`, `closedRoom`) no right allows. */
export function mayDo(rights: Rights, act: CallAct): boolean {
  switch (act.kind) {
    case "move":
      return canRead(rights, CALLS) && act.legs.every((leg) => mayMove(rights, leg, act.to));
    case "inspect":
    case "label":
      return canRead(rights, CALLS) && (isTheirs(act.leg) || holdsOver(rights, "execute_redirect", act.leg.owners));
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
    case "inviteToRoom":
      return holdsRule(rights, "conferences", "execute_confinvite", act.room);
    case "inviteToPrivateRoom":
      return act.isMember && canRead(rights, CALLS);
    case "merge":
      return act.isOwn && canRead(rights, CALLS);
    case "removeFromPrivateRoom":
      return (act.by === "host" || act.by === "inviter") && canRead(rights, CALLS);
  }
}

const CALLS = "active_calls";

const isTheirs = ({ relation }: TouchedLeg): boolean => relation === "in" || relation === "parked";

function mayMove(rights: Rights, { relation, owners }: TouchedLeg, to: MoveGoal): boolean {
  if (to === "closedRoom") return false;
  if (relation === "in") return true;
  if (to === "outside") return false;
  // What they have sent on may be undone.
  if (relation === "parked" || (relation === "sent" && to === "self")) return true;
  if (!holdsOver(rights, "execute_redirect", owners)) return false;
  // Where one could hear them, or where they would be alone with a machine, it takes the right to listen.
  return LEADS_TO_PEOPLE.has(to) || holdsOver(rights, "execute_callspy", owners);
}

const LEADS_TO_PEOPLE: ReadonlySet<MoveGoal> = new Set<MoveGoal>(["person", "parking", "queue", "nowhere"]);

/** A rule of `active_calls` on each of these people; on nobody in particular it must hold for all. */
function holdsOver(rights: Rights, rule: string, userIds: readonly number[]): boolean {
  if (userIds.length === 0) return holdsForAll(rights, CALLS, rule);
  return userIds.every((id) => holdsRule(rights, CALLS, rule, String(id)));
}
