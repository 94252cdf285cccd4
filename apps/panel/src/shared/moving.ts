/** Moving calls by hand: what pages need of it. The feature `moving` carries it out. */
import type { BuddyCall } from "@callpanel/contract";
import type { Readable } from "./store.ts";

/** A call as it stands on somebody's card: it is the OTHER party who moves. */
export interface TakenCall {
  /** Whose card, or softphone, it was taken from. */
  readonly from: { readonly exten: string; readonly name: string };
  readonly call: BuddyCall;
}

/** Where a call can go. `number` is what would be dialled; of a slot `isTaken` says whether somebody waits in it. */
export type MoveTarget =
  | { readonly kind: "person"; readonly number: string; readonly name: string }
  | { readonly kind: "room" | "lot"; readonly number: string; readonly name: string }
  | { readonly kind: "slot"; readonly number: string; readonly name: string; readonly isTaken: boolean };

/** Why a call cannot go there. */
export type Obstacle = "ended" | "inCall" | "same" | "offline" | "doNotDisturb" | "taken" | "forbidden";
export type Verdict = "possible" | Obstacle;

/** `carried`: under the pointer; `asked`: the person is choosing from a list. */
export type MovingState =
  | { readonly phase: "idle" }
  | { readonly phase: "carried"; readonly taken: TakenCall; readonly over: string | null }
  | { readonly phase: "asked"; readonly taken: TakenCall };

export interface Moving extends Readable<MovingState> {
  /** Whether this person may move the call anywhere, and it can be moved as it is now. `exten`: whose card it is on. */
  mayMove(call: BuddyCall, exten: string): boolean;
  pickUp(taken: TakenCall): void;
  /** The pointer is over the target of that number; null over none. */
  hover(number: string | null): void;
  /** Ends the carrying; a second drop is none. */
  drop(target: MoveTarget | null): void;
  /** Asks where the call is to go. */
  ask(taken: TakenCall): void;
  stopAsking(): void;
  move(taken: TakenCall, target: MoveTarget): void;
  verdict(taken: TakenCall, target: MoveTarget): Verdict;
  /** Changes whenever the verdict on the target may have. */
  verdictOn(taken: TakenCall, target: MoveTarget): Readable<Verdict>;
}
