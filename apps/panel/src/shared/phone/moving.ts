/** Moving calls by drag and drop or from a list: the interface for pages. The feature `moving` implements it. */
import type { BuddyCall } from "@callpanel/contract";
import type { Readable } from "../store.ts";
import { defineService } from "../service.ts";

/** A call on a person's card: a move transfers the OTHER party. */
export interface TakenCall {
  /** The person on whose card, or in whose softphone, it was picked up. */
  readonly from: { readonly exten: string; readonly name: string };
  readonly call: BuddyCall;
}

/** A caller who waits in a queue: a move takes them out of the line. */
export interface TakenCaller {
  readonly queue: { readonly number: string; readonly name: string };
  readonly caller: { readonly callid: string; readonly number: string; readonly name: string };
}

export type Taken = TakenCall | TakenCaller;

/** Where a call can go. `number` is the number to dial; `isTaken`: a call is parked in the slot; `service`: a mailbox, an announcement. */
export type MoveTarget =
  | {
      readonly kind: "person" | "outside";
      readonly number: string;
      readonly name: string;
      readonly imageUrl?: string | null;
    }
  | { readonly kind: "queue" | "room" | "lot" | "service"; readonly number: string; readonly name: string }
  | { readonly kind: "slot"; readonly number: string; readonly name: string; readonly isTaken: boolean };

/** Why a call cannot go there. */
export type Obstacle = "ended" | "inCall" | "same" | "offline" | "doNotDisturb" | "taken" | "forbidden";
export type Verdict = "possible" | Obstacle;

/** `carried`: being dragged; `asked`: the person is choosing from a list. */
export type MovingState =
  | { readonly phase: "idle" }
  | { readonly phase: "carried"; readonly taken: Taken; readonly over: string | null }
  | { readonly phase: "asked"; readonly taken: Taken };

export interface Moving extends Readable<MovingState> {
  /** Whether this person may move the call, and its state allows it. `exten`: the extension of the card. */
  mayMove(call: BuddyCall, exten: string): boolean;
  /** Whether this person may move waiting callers of a queue: to themselves, or anywhere else. */
  mayMoveCallers(queue: string, to: "self" | "others"): boolean;
  pickUp(taken: Taken): void;
  /** The pointer is over the target with that number; null: over no target. */
  hover(number: string | null): void;
  /** Ends the drag; a second call does nothing. */
  drop(target: MoveTarget | null): void;
  /** Opens the list of targets. */
  ask(taken: Taken): void;
  stopAsking(): void;
  move(taken: Taken, target: MoveTarget): void;
  verdict(taken: Taken, target: MoveTarget): Verdict;
  /** Notifies whenever the verdict may have changed. */
  verdictOn(taken: Taken, target: MoveTarget): Readable<Verdict>;
}

export const MOVING = defineService<Moving>("moving");
