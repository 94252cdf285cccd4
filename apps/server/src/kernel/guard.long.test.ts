import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createGuard, type Attempt } from "./guard.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const heldBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

it("AUTH-45 with 300,000 names from as many addresses, memory stays bounded and an active lock stays", async () => {
  const clock = createFakeClock();
  const guard = createGuard({ clock, known: { has: () => false, add: () => undefined } });
  const locked = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" } as const;
  for (let time = 0; time < 6; time += 1) guard.begin(locked);
  const flood = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      guard.begin({ ...locked, name: `user-${index}`, address });
    }
  };
  flood(0, 100_000);
  const [before, held] = [heldBytes(), guard.held];
  flood(100_000, 300_000);
  expect(guard.held).toBeLessThan(held * 3);
  expect(guard.held).toBeLessThan(200_000);
  expect(heldBytes() - before).toBeLessThan(30_000_000);
  const again = guard.begin(locked);
  expect(again).toMatchObject({ admitted: false, seconds: 30 });
}, 600_000);

const HERE: Attempt = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" };
const addressAt = (index: number): string => `198.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

function setUp() {
  const clock = createFakeClock();
  const guard = createGuard({ clock, known: { has: () => false, add: () => undefined } });
  /** Seconds to wait; undefined: admitted, and counted as wrong. */
  const guess = (change: Partial<Attempt> = {}): number | undefined => {
    const attempt = guard.begin({ ...HERE, ...change });
    return attempt.admitted ? undefined : attempt.seconds;
  };
  const fail = (times: number, change: (index: number) => Partial<Attempt> = () => ({})): void => {
    for (let index = 0; index < times; index += 1) guess(change(index));
  };
  return { clock, guard, guess, fail };
}

it("AUTH-45 a flood of other names removes no active lock", () => {
  const { guess, fail, guard } = setUp();
  fail(6);
  fail(120, (index) => ({ name: "carol", address: addressAt(index) }));
  fail(60_000, (index) => ({ name: `user-${index}`, address: addressAt(1_000 + index) }));
  expect(guess()).toBe(30);
  expect(guess({ name: "carol", address: "203.0.113.5" })).toBe(30);
  expect(guard.held).toBeLessThan(200_000);
});

it("AUTH-45 a flood of locks removes short locks, not long ones", async () => {
  const { clock, guess, fail } = setUp();
  let waits = 0;
  while (waits < 900) {
    await clock.advance(waits * 1_000);
    waits = guess() ?? 0;
  }
  for (let index = 0; index < 25_000; index += 1) fail(5, () => ({ name: `user-${index}`, address: addressAt(index) }));
  expect(guess()).toBe(waits);
});

it("AUTH-43 memory for names stays small, however long and many they are", () => {
  const { fail } = setUp();
  const before = heldBytes();
  const address = (index: number): string => `2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`;
  fail(60_000, (index) => ({ name: `${index} ${"x".repeat(60_000)}`, address: address(index) }));
  expect(heldBytes() - before).toBeLessThan(120_000_000);
});
