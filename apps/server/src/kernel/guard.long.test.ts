import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { createGuard } from "./guard.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const heldBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

it("AUTH-45 a million names from a million addresses: memory stays bounded, and a lock that was in force holds", async () => {
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
  flood(100_000, 1_000_000);
  expect(guard.held).toBeLessThan(held * 3);
  expect(guard.held).toBeLessThan(200_000);
  expect(heldBytes() - before).toBeLessThan(30_000_000);
  const again = guard.begin(locked);
  expect(again).toMatchObject({ admitted: false, seconds: 30 });
}, 600_000);
