/** Which call can be moved to which target (docs/spec/moving.md). Pure. */
import { mayDo, type BuddyCall, type MoveGoal, type Rights } from "@callpanel/contract";
import type { LiveBuddy } from "../../shared/live/liveBuddies.ts";
import type { MoveTarget, MovingState, Taken, TakenCall, Verdict } from "../../shared/phone/moving.ts";

export type MovingAction =
  | { readonly type: "pickedUp"; readonly taken: Taken }
  | { readonly type: "hovered"; readonly number: string | null }
  | { readonly type: "asked"; readonly taken: Taken }
  | { readonly type: "ended" };

export const IDLE: MovingState = { phase: "idle" };

export function stepMoving(state: MovingState, action: MovingAction): MovingState {
  switch (action.type) {
    case "pickedUp":
      return { phase: "carried", taken: action.taken, over: null };
    case "hovered":
      return state.phase !== "carried" || state.over === action.number ? state : { ...state, over: action.number };
    case "asked":
      return { phase: "asked", taken: action.taken };
    case "ended":
      return state.phase === "idle" ? state : IDLE;
  }
}

/** MOVE-1: answered, with a person at the other end. */
export const canMove = ({ state, peerChannel }: BuddyCall): boolean => state === "answered" && peerChannel !== "";

/** The viewer. */
export interface Mover {
  readonly rights: Rights;
  readonly exten: string;
}

/** MOVE-12. A right on some people does not apply to a leg with an unknown owner. */
export function mayGo({ rights, exten }: Mover, { from, call }: TakenCall, to: MoveGoal): boolean {
  const isIn = from.exten === exten || call.user === exten;
  const leg = { relation: isIn ? "in" : "seen", owners: call.peerOwners ?? [] } as const;
  return mayDo(rights, { kind: "move", legs: [leg], to });
}

const GOALS = {
  queue: "queue",
  room: "room",
  lot: "parking",
  slot: "parking",
  outside: "outside",
  service: "service",
} as const;
export const goalOf = ({ kind, number }: MoveTarget, { exten }: Mover): MoveGoal =>
  kind === "person" ? (number === exten ? "self" : "person") : GOALS[kind];

/** The current state of the call; undefined when it has ended. */
export const presentCall = (owner: LiveBuddy | null, { call }: TakenCall): BuddyCall | undefined =>
  owner?.calls.find(({ callid }) => callid === call.callid);

/** The party that moves, as it is now. */
export interface Party {
  /** The leg to redirect. */
  readonly channel: string;
  /** May be empty. */
  readonly name: string;
  readonly number: string;
}

export interface Source {
  /** Undefined when the call has ended or nobody waits any more. */
  party(): Party | undefined;
  /** Whether the leg is there: still, or again after an attempt. */
  holds(channel: string): boolean;
  /** Runs when the source changes. @returns a stop function */
  watch(listener: () => void): () => void;
  mayGoTo(mover: Mover, target: MoveTarget): boolean;
  /** The name of the person or queue. */
  readonly name: string;
  /** The number to send the party back to. */
  readonly back: string;
  /** `untilAnswered`: the person whom the party reaches keeps it (QBOARD-11). */
  readonly undo: "afterwards" | "untilAnswered";
  /** The number of the person who is at the source; null for a queue. */
  readonly exten: string | null;
}

interface Looked {
  readonly source: Pick<Source, "party" | "mayGoTo" | "exten">;
  /** The person at the target; null if unknown or no person. */
  readonly person: LiveBuddy | null;
  readonly mover: Mover | null;
}

/** MOVE-3 */
export function verdictOf(target: MoveTarget, { source, person, mover }: Looked): Verdict {
  const party = source.party();
  if (party === undefined) return "ended";
  if (mover === null || !source.mayGoTo(mover, target)) return "forbidden";
  if (target.kind === "slot") return target.isTaken ? "taken" : "possible";
  if (target.kind !== "person") return "possible";
  if (target.number === party.number) return "same";
  if (target.number === source.exten) return "inCall";
  if (person === null) return "possible";
  if (!person.registered || person.presence === "offline") return "offline";
  return person.dnd === true || person.presence === "busy" ? "doNotDisturb" : "possible";
}

/** Whether a person talks to the party of that channel. */
export const holdsParty = (person: LiveBuddy | null, channel: string): boolean =>
  person?.calls.some(({ state, peerChannel }) => state === "answered" && peerChannel === channel) ?? false;

/** How many single slots of a lot a drag offers; the list of `Move to…` has all of them. */
const SLOTS_SHOWN = 6;

/** The first free slots of a lot. */
export const freeSlots = (slots: readonly string[], parked: ReadonlyMap<string, unknown> | null): readonly string[] =>
  slots.filter((slot) => parked?.has(slot) !== true).slice(0, SLOTS_SHOWN);
