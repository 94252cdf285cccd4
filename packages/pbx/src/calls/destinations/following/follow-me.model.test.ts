import { expect, test } from "vitest";
import { seededRandom } from "@callpanel/testkit";
import {
  beginFollowMe,
  stepFollowMe,
  type FollowMeEffect,
  type FollowMeEvent,
  type FollowMeOrder,
  type FollowMeState,
  type FollowMeTimer,
} from "./follow-me.model.ts";

const order = (fields: Partial<FollowMeOrder>): FollowMeOrder => ({
  strategy: "ringall",
  firstSeconds: 0,
  totalSeconds: 0,
  longestSeconds: 60,
  secondsOf: [10, 20, 30],
  ...fields,
});

/** Runs a plan with a clock: what rings, and when it is over. */
class Walk {
  state: FollowMeState = { phase: "over" };
  now = 0;
  firstRings = false;
  readonly rings = new Set<number>();
  readonly asked = new Set<number>();
  readonly timers = new Map<FollowMeTimer, number>();
  readonly rung: number[] = [];
  exhausted: { readonly at: number; readonly rangOut: boolean }[] = [];
  readonly faults: string[] = [];
  readonly order: FollowMeOrder;

  constructor(plan: FollowMeOrder) {
    this.order = plan;
    const { state, effects } = beginFollowMe(plan);
    this.state = state;
    effects.forEach((effect) => this.#perform(effect));
  }

  send(event: FollowMeEvent): void {
    if (event.kind === "gone") [this.rings, this.asked].forEach((one) => one.delete(event.entry));
    if (event.kind === "asked" && this.rings.delete(event.entry)) this.asked.add(event.entry);
    if (event.kind === "firstGone") this.firstRings = false;
    const { state, effects } = stepFollowMe(this.order, this.state, event);
    this.state = state;
    effects.forEach((effect) => this.#perform(effect));
  }

  /** Advances to the next timer; false when there is none. */
  wait(): boolean {
    const [next] = [...this.timers].toSorted(([, a], [, b]) => a - b);
    if (next === undefined) return false;
    [this.now] = [next[1]];
    this.timers.delete(next[0]);
    this.send({ kind: "timeUp", timer: next[0] });
    return true;
  }

  #perform(effect: FollowMeEffect): void {
    switch (effect.kind) {
      case "ringFirst":
        this.firstRings = true;
        return;
      case "stopFirst":
        this.firstRings = false;
        return;
      case "ring":
        if (this.rung.includes(effect.entry)) this.faults.push(`${effect.entry} is rung again`);
        this.rung.push(effect.entry);
        this.rings.add(effect.entry);
        return;
      case "stop":
        if (!this.rings.delete(effect.entry)) this.faults.push(`${effect.entry} is stopped and does not ring`);
        return;
      case "startTimer":
        this.timers.set(effect.timer, this.now + effect.seconds);
        return;
      case "stopTimer":
        this.timers.delete(effect.timer);
        return;
      case "exhausted":
        this.exhausted.push({ at: this.now, rangOut: effect.rangOut });
    }
  }
}

test("REACH-20 own phones ring first, then the list, when their time is over or they have refused", () => {
  const late = new Walk(order({ firstSeconds: 15 }));
  expect([late.firstRings, late.rung]).toEqual([true, []]);
  late.wait();
  expect([late.firstRings, late.rung, late.now]).toEqual([false, [0, 1, 2], 15]);
  const refused = new Walk(order({ firstSeconds: 15 }));
  refused.send({ kind: "firstGone", final: false });
  expect([refused.rung, refused.timers.has("first")]).toEqual([[0, 1, 2], false]);
  expect(new Walk(order({})).rung).toEqual([0, 1, 2]);
});

test("REACH-20 declining with a 6xx at an own phone ends it", () => {
  const walk = new Walk(order({ firstSeconds: 15 }));
  walk.send({ kind: "firstGone", final: true });
  expect([walk.rung, walk.exhausted, walk.timers.size]).toEqual([[], [{ at: 0, rangOut: false }], 0]);
});

test("REACH-21 ringall rings all in parallel, each for its own time", () => {
  const walk = new Walk(order({}));
  expect([...walk.rings]).toEqual([0, 1, 2]);
  walk.wait();
  expect([walk.now, ...walk.rings]).toEqual([10, 1, 2]);
  walk.wait();
  walk.wait();
  expect(walk.exhausted).toEqual([{ at: 30, rangOut: true }]);
});

test("REACH-22 hunt rings one after the other; a number that refuses makes room immediately", () => {
  const walk = new Walk(order({ strategy: "hunt" }));
  expect([...walk.rings]).toEqual([0]);
  walk.wait();
  expect([walk.now, ...walk.rings]).toEqual([10, 1]);
  walk.send({ kind: "gone", entry: 1 });
  expect([walk.now, ...walk.rings]).toEqual([10, 2]);
  walk.wait();
  expect(walk.exhausted).toEqual([{ at: 40, rangOut: true }]);
});

test("REACH-23 memoryhunt adds one number with every turn, and all ring until the last turn is over", () => {
  const walk = new Walk(order({ strategy: "memoryhunt" }));
  expect([...walk.rings]).toEqual([0]);
  walk.wait();
  expect([walk.now, ...walk.rings]).toEqual([10, 0, 1]);
  walk.send({ kind: "gone", entry: 0 });
  expect([...walk.rings]).toEqual([1]);
  walk.send({ kind: "gone", entry: 1 });
  expect([...walk.rings]).toEqual([2]);
  walk.wait();
  expect(walk.exhausted).toEqual([{ at: 40, rangOut: true }]);
  const last = new Walk(order({ strategy: "memoryhunt", secondsOf: [10, 20] }));
  last.wait();
  last.send({ kind: "gone", entry: 1 });
  expect([last.exhausted, last.rings.size]).toEqual([[{ at: 10, rangOut: true }], 0]);
});

test("REACH-24 the time of the list ends it; a number with 0 s rings as long, and an empty list rings no one", () => {
  const walk = new Walk(order({ totalSeconds: 25, secondsOf: [10, 0, 100] }));
  expect(walk.rung).toEqual([0, 1, 2]);
  walk.wait();
  expect([walk.now, ...walk.rings]).toEqual([10, 1, 2]);
  walk.wait();
  expect([walk.exhausted, walk.timers.size, walk.rings.size]).toEqual([[{ at: 25, rangOut: true }], 0, 0]);
  expect(new Walk(order({ secondsOf: [] })).exhausted).toEqual([{ at: 0, rangOut: false }]);
});

test.each(["ringall", "hunt", "memoryhunt"] as const)(
  "REACH-24 in a %s list without a time limit a number with 0 s rings as long as any call",
  (strategy) => {
    const walk = new Walk(order({ strategy, secondsOf: [0] }));
    expect(walk.rung).toEqual([0]);
    walk.wait();
    expect([walk.exhausted, walk.timers.size, walk.rings.size]).toEqual([[{ at: 60, rangOut: true }], 0, 0]);
  },
);

test("REACH-26 a person who is asked to accept may do so after the time of the list, and blocks the next number of a hunt", () => {
  const walk = new Walk(order({ strategy: "hunt", totalSeconds: 15 }));
  walk.send({ kind: "asked", entry: 0 });
  walk.wait();
  expect([walk.now, walk.rung, walk.exhausted]).toEqual([15, [0], []]);
  walk.send({ kind: "gone", entry: 0 });
  expect(walk.exhausted).toEqual([{ at: 15, rangOut: true }]);
});

test.each(["ringall", "hunt", "memoryhunt"] as const)(
  "REACH-25 %s with random events ends exactly once, and leaves no ringing phone and no timer",
  (strategy) => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 2_000; seed += 1) {
      const random = seededRandom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const secondsOf = Array.from({ length: below(6) }, () => (random() < 0.15 ? 0 : 1 + below(100)));
      const totalSeconds = random() < 0.5 ? 0 : 1 + below(120);
      const plan = order({ strategy, secondsOf, totalSeconds, firstSeconds: random() < 0.5 ? 0 : 1 + below(60) });
      const walk = new Walk(plan);
      for (let step = 0; step < 60 && walk.exhausted.length === 0; step += 1) {
        const entry = below(5);
        const dice = random();
        if (dice < 0.3) walk.send({ kind: "gone", entry });
        else if (dice < 0.4) walk.send({ kind: "asked", entry });
        else if (dice < 0.45) walk.send({ kind: "firstGone", final: random() < 0.2 });
        else if (!walk.wait()) for (const one of walk.asked) walk.send({ kind: "gone", entry: one });
        if (strategy === "hunt" && walk.rings.size + walk.asked.size > 1) walk.faults.push("two at once");
        // While the plan is not over, something must be running.
        const idle = walk.timers.size === 0 && walk.asked.size === 0 && walk.exhausted.length === 0;
        if (idle) walk.faults.push("nothing will happen any more");
        const { state } = walk;
        if (state.phase === "list" && state.ringing.join() !== [...walk.rings].join()) walk.faults.push("rings others");
      }
      while (walk.exhausted.length === 0 && walk.wait());
      for (const one of walk.asked) walk.send({ kind: "gone", entry: one });
      while (walk.exhausted.length === 0 && walk.wait());
      expect({ seed, faults: walk.faults, ends: walk.exhausted.length }).toEqual({ seed, faults: [], ends: 1 });
      expect([walk.rings.size, walk.timers.size, walk.firstRings, walk.state.phase]).toEqual([0, 0, false, "over"]);
      // A number is only left out when the plan ended before its turn, and no phone rings longer than allowed.
      if (walk.rung.length === secondsOf.length) seen.add("all rung");
      seen.add(walk.exhausted[0]?.rangOut === true ? "in vain" : "refused");
    }
    expect([...seen].toSorted()).toEqual(["all rung", "in vain", "refused"]);
  },
);
