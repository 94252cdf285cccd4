import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createStore } from "../store.ts";
import { SETTLE_MS, createStableSort } from "./stableSort.store.ts";

function openStableSort() {
  const clock = createFakeClock();
  const changes = createStore<number, "changed">(0, (count) => count + 1);
  const stableSort = createStableSort(clock);
  const stop = stableSort.start(changes);
  return { clock, stableSort, stop, change: () => changes.dispatch("changed") };
}
const CARD = { subscriberId: 7, index: 3 };

it("BUDDIES-14 the order is updated at most once per second, even with many changes", async () => {
  const { clock, stableSort, change } = openStableSort();
  for (let count = 0; count < 100; count += 1) change();
  expect(stableSort.get().revision).toBe(0);
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().revision).toBe(1);
  await clock.advance(10 * SETTLE_MS);
  expect(stableSort.get().revision).toBe(1);
});

it("BUDDIES-14 a released card stays until the next order, at most a second, or longer if it is held again", async () => {
  const { clock, stableSort, change } = openStableSort();
  stableSort.hold("pointer", CARD);
  expect(stableSort.get()).toEqual({ revision: 0, held: [] });
  change();
  await clock.advance(SETTLE_MS);
  expect(stableSort.get()).toEqual({ revision: 1, held: [CARD] });
  stableSort.release("pointer");
  stableSort.hold("pointer", CARD);
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().held).toEqual([CARD]);
  stableSort.release("pointer");
  expect(stableSort.get().held).toEqual([CARD]);
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().held).toEqual([]);
});

it("BUDDIES-14 pointer and focus each hold one card; when one moves to another card, the first card is released", async () => {
  const { clock, stableSort, change } = openStableSort();
  const other = { subscriberId: 8, index: 0 };
  stableSort.hold("focus", CARD);
  stableSort.hold("pointer", other);
  change();
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().held).toEqual([CARD, other]);
  stableSort.hold("pointer", { subscriberId: 9, index: 5 });
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().held).toEqual([CARD, { subscriberId: 9, index: 5 }]);
});

it("BUDDIES-14 holding and releasing a card renders nothing if nothing moves", async () => {
  const { clock, stableSort } = openStableSort();
  stableSort.hold("pointer", CARD);
  stableSort.release("pointer");
  await clock.advance(5 * SETTLE_MS);
  expect(stableSort.get().revision).toBe(0);
});

it("BUDDIES-14 nothing moves during a drag or while the page is scrolled; afterwards all cards move", async () => {
  const { clock, stableSort, change } = openStableSort();
  stableSort.freeze("drag");
  stableSort.freeze("scrolling");
  change();
  await clock.advance(5 * SETTLE_MS);
  expect(stableSort.get().revision).toBe(0);
  stableSort.thaw("scrolling");
  await clock.advance(5 * SETTLE_MS);
  expect(stableSort.get().revision).toBe(0);
  stableSort.thaw("drag");
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().revision).toBe(1);
});

it("BUDDIES-14 after stop it does nothing more", async () => {
  const { clock, stableSort, change, stop } = openStableSort();
  change();
  stop();
  change();
  await clock.advance(SETTLE_MS);
  expect(stableSort.get().revision).toBe(0);
});
