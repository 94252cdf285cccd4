import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createTokenBucket } from "./token-bucket.ts";

it("RT-17 a clock that is set back does not lock anybody out", async () => {
  let now = 10_000;
  const bucket = createTokenBucket({ clock: { now: () => now }, perSecond: 1, burst: 1 });
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  now = 1_000;
  expect(bucket.take()).toBe(false);
  now = 2_000;
  expect(bucket.take()).toBe(true);
});

it("RT-17 unused tokens add up to the burst and not more", async () => {
  const clock = createFakeClock();
  const bucket = createTokenBucket({ clock, perSecond: 10, burst: 3 });
  await clock.advance(60_000);
  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false]);
});
