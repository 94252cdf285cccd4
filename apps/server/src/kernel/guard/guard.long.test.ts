import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createMemoryShortLived } from "../short-lived/short-lived-memory.ts";
import { createGuard, type Attempt } from "./guard.ts";

const UNKNOWN = { has: async () => false, add: () => undefined };

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const heldBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

it("AUTH-45 with 100,000 names from as many addresses, memory stays bounded and an active lock stays", async () => {
  const clock = createFakeClock();
  const shortLived = createMemoryShortLived(clock);
  const guard = createGuard({ clock, known: UNKNOWN, shortLived });
  const locked = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" } as const;
  for (let time = 0; time < 6; time += 1) await guard.begin(locked);
  const flood = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      await guard.begin({ ...locked, name: `user-${index}`, address });
    }
  };
  await flood(0, 40_000);
  const [before, held] = [heldBytes(), shortLived.size];
  await flood(40_000, 100_000);
  expect(shortLived.size).toBeLessThan(held * 3);
  expect(shortLived.size).toBeLessThan(200_000);
  expect(heldBytes() - before).toBeLessThan(30_000_000);
  const again = await guard.begin(locked);
  expect(again).toMatchObject({ admitted: false, seconds: 30 });
}, 600_000);

const HERE: Attempt = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" };
const addressAt = (index: number): string => `198.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

function setUp() {
  const clock = createFakeClock();
  const shortLived = createMemoryShortLived(clock);
  const guard = createGuard({ clock, known: UNKNOWN, shortLived });
  /** Seconds to wait; undefined: admitted, and counted as wrong. */
  const guess = async (change: Partial<Attempt> = {}): Promise<number | undefined> => {
    const attempt = await guard.begin({ ...HERE, ...change });
    return attempt.admitted ? undefined : attempt.seconds;
  };
  const fail = async (times: number, change: (index: number) => Partial<Attempt> = () => ({})): Promise<void> => {
    for (let index = 0; index < times; index += 1) await guess(change(index));
  };
  return { clock, shortLived, guess, fail };
}

it("AUTH-45 a flood of other names removes no active lock", async () => {
  const { guess, fail, shortLived } = setUp();
  await fail(6);
  await fail(120, (index) => ({ name: "carol", address: addressAt(index) }));
  await fail(60_000, (index) => ({ name: `user-${index}`, address: addressAt(1_000 + index) }));
  expect(await guess()).toBe(30);
  expect(await guess({ name: "carol", address: "203.0.113.5" })).toBe(30);
  expect(shortLived.size).toBeLessThan(200_000);
});

it("AUTH-45 a flood of locks removes short locks, not long ones", async () => {
  const { clock, guess, fail } = setUp();
  let waits = 0;
  while (waits < 900) {
    await clock.advance(waits * 1_000);
    waits = (await guess()) ?? 0;
  }
  for (let index = 0; index < 25_000; index += 1)
    await fail(5, () => ({ name: `user-${index}`, address: addressAt(index) }));
  expect(await guess()).toBe(waits);
});

it("AUTH-43 memory for names stays small, however long and many they are", async () => {
  const { fail } = setUp();
  const before = heldBytes();
  const address = (index: number): string => `2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`;
  await fail(60_000, (index) => ({ name: `${index} ${"x".repeat(60_000)}`, address: address(index) }));
  expect(heldBytes() - before).toBeLessThan(120_000_000);
});
