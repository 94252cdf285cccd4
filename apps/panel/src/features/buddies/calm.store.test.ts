import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createStore } from "../../shared/store.ts";
import { SETTLE_MS, createCalmOrder } from "./calm.store.ts";

function openCalm() {
  const clock = createFakeClock();
  const changes = createStore<number, "changed">(0, (count) => count + 1);
  const calm = createCalmOrder(clock);
  const stop = calm.start(changes);
  return { clock, calm, stop, change: () => changes.dispatch("changed") };
}
const CARD = { subscriberId: 7, index: 3 };

it("BUDDIES-14 the order is updated at most once per second, even with many changes", async () => {
  const { clock, calm, change } = openCalm();
  for (let count = 0; count < 100; count += 1) change();
  expect(calm.get().revision).toBe(0);
  await clock.advance(SETTLE_MS);
  expect(calm.get().revision).toBe(1);
  await clock.advance(10 * SETTLE_MS);
  expect(calm.get().revision).toBe(1);
});

it("BUDDIES-14 a released card stays until the next order, at most a second, or longer if it is held again", async () => {
  const { clock, calm, change } = openCalm();
  calm.hold("pointer", CARD);
  expect(calm.get()).toEqual({ revision: 0, held: [] });
  change();
  await clock.advance(SETTLE_MS);
  expect(calm.get()).toEqual({ revision: 1, held: [CARD] });
  calm.release("pointer");
  calm.hold("pointer", CARD);
  await clock.advance(SETTLE_MS);
  expect(calm.get().held).toEqual([CARD]);
  calm.release("pointer");
  expect(calm.get().held).toEqual([CARD]);
  await clock.advance(SETTLE_MS);
  expect(calm.get().held).toEqual([]);
});

it("BUDDIES-14 pointer and focus each hold one card; when one moves to another card, the first card is released", async () => {
  const { clock, calm, change } = openCalm();
  const other = { subscriberId: 8, index: 0 };
  calm.hold("focus", CARD);
  calm.hold("pointer", other);
  change();
  await clock.advance(SETTLE_MS);
  expect(calm.get().held).toEqual([CARD, other]);
  calm.hold("pointer", { subscriberId: 9, index: 5 });
  await clock.advance(SETTLE_MS);
  expect(calm.get().held).toEqual([CARD, { subscriberId: 9, index: 5 }]);
});

it("BUDDIES-14 holding and releasing a card renders nothing if nothing moves", async () => {
  const { clock, calm } = openCalm();
  calm.hold("pointer", CARD);
  calm.release("pointer");
  await clock.advance(5 * SETTLE_MS);
  expect(calm.get().revision).toBe(0);
});

it("BUDDIES-14 nothing moves during a drag; afterwards all cards move", async () => {
  const { clock, calm, change } = openCalm();
  calm.freeze();
  change();
  await clock.advance(5 * SETTLE_MS);
  expect(calm.get().revision).toBe(0);
  calm.thaw();
  await clock.advance(SETTLE_MS);
  expect(calm.get().revision).toBe(1);
});

it("BUDDIES-14 after stop it does nothing more", async () => {
  const { clock, calm, change, stop } = openCalm();
  change();
  stop();
  change();
  await clock.advance(SETTLE_MS);
  expect(calm.get().revision).toBe(0);
});
