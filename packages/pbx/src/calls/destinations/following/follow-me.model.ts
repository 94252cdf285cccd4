/** The people that a follow-me plan rings, and when: pure, like bridge.model.ts. Drawn in docs/spec/call-handling.md. */
import type { FollowMeStrategy } from "@callpanel/phone-port";

/** A number of the list, as its index there. */
export type Entry = number;
export type FollowMeTimer = "first" | "total" | Entry;

/** The part of the plan that decides the order. */
export interface FollowMeOrder {
  readonly strategy: FollowMeStrategy;
  readonly firstSeconds: number;
  /** Ringing time of the whole list; 0: it has no limit of its own. */
  readonly totalSeconds: number;
  /** Limit for a list without a limit of its own, if one of its numbers has no limit either. */
  readonly longestSeconds: number;
  /** Ringing time of each number of the list; 0: until the time of the list is over. */
  readonly secondsOf: readonly number[];
}

export type FollowMeState =
  /** The person's own phones ring. */
  | { readonly phase: "first" }
  | {
      readonly phase: "list";
      /** Numbers that have not been rung yet, in order. */
      readonly waiting: readonly Entry[];
      readonly ringing: readonly Entry[];
      /** Numbers that answered and are asked whether they take the call. */
      readonly asked: readonly Entry[];
      /** At least one number was rung and did not answer. */
      readonly rangOut: boolean;
    }
  | { readonly phase: "over" };

export type FollowMeEvent =
  /** No own phone rings any more; `final`: one of them declined for its owner. */
  | { readonly kind: "firstGone"; readonly final: boolean }
  /** No phone of a number rings any more. */
  | { readonly kind: "gone"; readonly entry: Entry }
  | { readonly kind: "asked"; readonly entry: Entry }
  | { readonly kind: "timeUp"; readonly timer: FollowMeTimer };

export type FollowMeEffect =
  | { readonly kind: "ringFirst" }
  | { readonly kind: "stopFirst" }
  | { readonly kind: "ring"; readonly entry: Entry }
  | { readonly kind: "stop"; readonly entry: Entry }
  | { readonly kind: "startTimer"; readonly timer: FollowMeTimer; readonly seconds: number }
  | { readonly kind: "stopTimer"; readonly timer: FollowMeTimer }
  | { readonly kind: "exhausted"; readonly rangOut: boolean };

export interface FollowMeStep {
  readonly state: FollowMeState;
  readonly effects: readonly FollowMeEffect[];
}

type In<P extends FollowMeState["phase"]> = Extract<FollowMeState, { phase: P }>;

export function beginFollowMe(order: FollowMeOrder): FollowMeStep {
  if (order.firstSeconds === 0) return enterList(order, false);
  return go(
    { phase: "first" },
    { kind: "startTimer", timer: "first", seconds: order.firstSeconds },
    { kind: "ringFirst" },
  );
}

/** An event about a number that does not (or no longer) ring is ignored. */
export function stepFollowMe(order: FollowMeOrder, state: FollowMeState, event: FollowMeEvent): FollowMeStep {
  switch (state.phase) {
    case "first":
      return stepFirst(order, state, event);
    case "list":
      return stepList(order, state, event);
    case "over":
      return go(state);
  }
}

function stepFirst(order: FollowMeOrder, state: In<"first">, event: FollowMeEvent): FollowMeStep {
  if (event.kind === "timeUp" && event.timer === "first") return after([{ kind: "stopFirst" }], enterList(order, true));
  if (event.kind !== "firstGone") return go(state);
  const stopped: FollowMeEffect = { kind: "stopTimer", timer: "first" };
  return event.final ? after([stopped], exhaust(false)) : after([stopped], enterList(order, false));
}

function enterList(order: FollowMeOrder, rangOut: boolean): FollowMeStep {
  const waiting = order.secondsOf.map((_, entry) => entry);
  const totalSeconds =
    order.totalSeconds === 0 && order.secondsOf.includes(0) ? order.longestSeconds : order.totalSeconds;
  const list: In<"list"> = { phase: "list", waiting, ringing: [], asked: [], rangOut };
  const total: readonly FollowMeEffect[] =
    totalSeconds === 0 || waiting.length === 0 ? [] : [{ kind: "startTimer", timer: "total", seconds: totalSeconds }];
  return after(total, ringOn(order, list, order.strategy === "ringall" ? waiting.length : 1));
}

function stepList(order: FollowMeOrder, state: In<"list">, event: FollowMeEvent): FollowMeStep {
  switch (event.kind) {
    case "asked": {
      const { entry } = event;
      if (!state.ringing.includes(entry)) return go(state);
      const next = { ...state, ringing: without(state.ringing, entry), asked: [...state.asked, entry] };
      return go(next, { kind: "stopTimer", timer: entry });
    }
    case "gone": {
      const { entry } = event;
      const { ringing, asked } = state;
      if (!ringing.includes(entry) && !asked.includes(entry)) return go(state);
      const left = { ...state, ringing: without(ringing, entry), asked: without(asked, entry) };
      const turnOver = order.strategy === "memoryhunt" && entry === Math.max(...ringing, ...asked);
      return after([{ kind: "stopTimer", timer: entry }], turnOver ? nextTurn(order, left) : ringOn(order, left, 0));
    }
    case "timeUp":
      return event.timer === "total" ? totalOver(state) : timeUp(order, state, event.timer);
    case "firstGone":
      return go(state);
  }
}

function timeUp(order: FollowMeOrder, state: In<"list">, timer: FollowMeTimer): FollowMeStep {
  const entry = state.ringing.find((one) => one === timer);
  if (entry === undefined) return go(state);
  if (order.strategy === "memoryhunt") return nextTurn(order, state);
  return after(stop(entry), ringOn(order, { ...state, ringing: without(state.ringing, entry), rangOut: true }, 0));
}

/**
 * In memoryhunt the turn belongs to the number that was added last. Earlier numbers ring until the last number has had
 * its turn.
 */
function nextTurn(order: FollowMeOrder, state: In<"list">): FollowMeStep {
  if (state.waiting.length > 0) return ringOn(order, state, 1);
  const rangOut = state.rangOut || state.ringing.length > 0;
  return after(state.ringing.flatMap(stop), ringOn(order, { ...state, ringing: [], rangOut }, 0));
}

/** No further number is rung. A person who is being asked may still take the call. */
function totalOver(state: In<"list">): FollowMeStep {
  const left: In<"list"> = { ...state, waiting: [], ringing: [], rangOut: true };
  const stopped = state.ringing.flatMap(stop);
  return state.asked.length > 0 ? go(left, ...stopped) : after(stopped, exhaust(true));
}

/** Rings `wanted` of the waiting numbers, and at least one if no phone rings. */
function ringOn(order: FollowMeOrder, state: In<"list">, wanted: number): FollowMeStep {
  const idle = state.ringing.length === 0 && state.asked.length === 0;
  const count = idle ? Math.max(1, wanted) : wanted;
  const rung = state.waiting.slice(0, count);
  if (idle && rung.length === 0) return exhaust(state.rangOut);
  return go(
    { ...state, waiting: state.waiting.slice(rung.length), ringing: [...state.ringing, ...rung] },
    ...rung.flatMap((entry): readonly FollowMeEffect[] => {
      const seconds = order.secondsOf[entry] ?? 0;
      const timed: readonly FollowMeEffect[] = seconds === 0 ? [] : [{ kind: "startTimer", timer: entry, seconds }];
      return [...timed, { kind: "ring", entry }];
    }),
  );
}

function exhaust(rangOut: boolean): FollowMeStep {
  return go({ phase: "over" }, { kind: "stopTimer", timer: "total" }, { kind: "exhausted", rangOut });
}

function stop(entry: Entry): readonly FollowMeEffect[] {
  return [
    { kind: "stopTimer", timer: entry },
    { kind: "stop", entry },
  ];
}

function without(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  return entries.filter((one) => one !== entry);
}

function go(state: FollowMeState, ...effects: readonly FollowMeEffect[]): FollowMeStep {
  return { state, effects };
}

function after(first: readonly FollowMeEffect[], { state, effects }: FollowMeStep): FollowMeStep {
  return { state, effects: [...first, ...effects] };
}
