import { expect, it } from "vitest";
import { NO_SLOTS, fillSlots, settleSlots, stepSlots } from "./slots.model.ts";

const people = Array.from({ length: 20 }, (_, at) => ({ subscriberId: 100 + at }));
const shown = (from: number, to: number, order = people) => ({
  people: order,
  shown: order.slice(from, to),
  recycles: true,
  kept: null,
  most: 9,
});
const first = stepSlots(NO_SLOTS, shown(0, 4));
const order = (slots: typeof first) => [...slots.of.keys()].map((id) => id - 100);
/** In the order of the page. */
const slotsOf = (slots: typeof first) => [...slots.of];

it("BUDDIES-33 cards that appear by scrolling reuse the elements of those that disappeared; the others keep theirs", () => {
  expect(slotsOf(first)).toEqual([[100, 0], [101, 1], [102, 2], [103, 3]]); // prettier-ignore
  const next = stepSlots(first, shown(2, 6));
  expect(slotsOf(next)).toEqual([[104, 0], [105, 1], [102, 2], [103, 3]]); // prettier-ignore
  expect(next).toMatchObject({ made: 4, glides: false });
});

it("BUDDIES-33 without a free element a new one is made, at the right place", () => {
  const down = stepSlots(first, shown(0, 5));
  expect(slotsOf(down).at(-1)).toEqual([104, 4]);
  const up = stepSlots(stepSlots(NO_SLOTS, shown(4, 6)), shown(2, 6));
  expect(slotsOf(up).map(([id]) => id)).toEqual([102, 103, 104, 105]);
});

it("BUDDIES-33 with the same people in the page nothing changes", () => {
  expect(stepSlots(first, shown(0, 4))).toBe(first);
});

it("BUDDIES-33 a new order is animated: people who stay keep their element, new people get a new one", () => {
  const turned = stepSlots(first, shown(0, 4, people.toReversed()));
  expect(turned.glides).toBe(true);
  expect(slotsOf(turned)).toEqual([[119, 4], [118, 5], [117, 6], [116, 7]]); // prettier-ignore
  const swapped = [people[1], people[0], ...people.slice(2)].filter((one) => one !== undefined);
  expect(slotsOf(stepSlots(first, shown(0, 4, swapped)))).toEqual([[101, 1], [100, 0], [102, 2], [103, 3]]); // prettier-ignore
});

it("BUDDIES-32 of the people who come with a new order a few get their cards at once, the others in later frames, from the middle", () => {
  const wanted = { ...shown(0, 7, people.toReversed()), most: 2 };
  const turned = stepSlots(stepSlots(NO_SLOTS, shown(17, 20)), wanted);
  const steps = [turned];
  for (let last = turned; ;) {
    const next = fillSlots(last, wanted);
    if (next === last) break;
    steps.push(next);
    last = next;
  }
  expect(steps.map(order)).toEqual([
    [19, 18, 17, 16, 15],
    [19, 18, 17, 16, 15, 14, 13],
  ]);
  expect(steps.map(({ glides }) => glides)).toEqual([true, true]);
});

it("BUDDIES-32 the card with the focus does not wait", () => {
  const turned = stepSlots(first, { ...shown(0, 4, people.toReversed()), kept: 116, most: 1 });
  expect(order(turned)).toEqual([16]);
});

it("BUDDIES-32 people who come by scrolling while others are missing do not bring them along", () => {
  const wanted = { ...shown(0, 4, people.toReversed()), most: 2 };
  const scrolled = stepSlots(stepSlots(first, wanted), { ...wanted, shown: wanted.people.slice(1, 5) });
  expect(scrolled.of.size).toBe(4);
  expect(stepSlots(stepSlots(first, wanted), { ...wanted, shown: wanted.people.slice(0, 8) }).of.size).toBe(4);
});

it("BUDDIES-33 in a list with draggable cards each person keeps their element", () => {
  const next = stepSlots(first, { ...shown(2, 6), recycles: false });
  expect(slotsOf(next)).toEqual([[102, 2], [103, 3], [104, 4], [105, 5]]); // prettier-ignore
});

const settle = (slots: typeof first, from: number, to: number, kept: number | null = null) => {
  const steps = [slots];
  for (let last = slots; ;) {
    const next = settleSlots(last, { shown: people.slice(from, to), kept, most: 2 });
    if (next === last) return steps;
    steps.push(next);
    last = next;
  }
};

it("BUDDIES-33 after scrolling the elements are put into list order, a few per frame, and no other is changed", () => {
  const scrolled = stepSlots(first, shown(3, 7));
  expect(order(scrolled)).toEqual([4, 5, 6, 3]);
  const steps = settle(scrolled, 3, 7);
  expect(order(steps.at(-1) ?? scrolled)).toEqual([3, 4, 5, 6]);
  expect([4, 5, 6].map((one) => steps.at(-1)?.of.get(100 + one))).toEqual([0, 1, 2]);
});

it("BUDDIES-33 the card with the focus keeps its element", () => {
  const scrolled = stepSlots(first, shown(3, 7));
  const steps = settle(scrolled, 3, 7, 103);
  expect(steps.map(order)).toEqual([
    [4, 5, 6, 3],
    [6, 3, 4, 5],
    [3, 4, 5, 6],
  ]);
  expect(steps.at(-1)?.of.get(103)).toBe(3);
});

it.each([1, 2, 3, 4, 5])("BUDDIES-33 it settles after any scrolling (%i)", (seed) => {
  let turn = seed * 7919;
  const next = (below: number) => (turn = (turn * 48_271) % 2_147_483_647) % below;
  let slots = NO_SLOTS;
  let at = 0;
  for (let step = 0; step < 30; step += 1) {
    at = Math.max(0, Math.min(12, at + next(9) - 4));
    slots = stepSlots(slots, shown(at, at + 6 + next(3)));
  }
  const last = [...slots.of.keys()].toSorted((a, b) => a - b);
  const kept = last[next(last.length)] ?? null;
  const settled = settle(slots, last[0] === undefined ? 0 : last[0] - 100, (last.at(-1) ?? 0) - 99, kept).at(-1);
  expect([...(settled?.of.keys() ?? [])]).toEqual(last);
  expect(new Set(settled?.of.values()).size).toBe(last.length);
  expect(settled?.of.get(kept ?? 0)).toBe(slots.of.get(kept ?? 0));
});
