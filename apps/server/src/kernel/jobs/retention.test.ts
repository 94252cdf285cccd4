import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { silentLog } from "../../../test/temporary-storage.ts";
import { startRetention } from "./retention.ts";

const DAY_MS = 86_400_000;

it("SOUND-30 expired items are removed, at the start and every hour, until none are left", async () => {
  const clock = createFakeClock();
  const kept = new Set([0, 1, 2].map((day) => clock.now() - day * DAY_MS));
  let failing = false;
  const removeBefore = async (at: number): Promise<number> => {
    if (failing) throw new Error("the store is away");
    const [old] = [...kept].filter((one) => one < at);
    return old !== undefined && kept.delete(old) ? 1 : 0;
  };
  const never = { name: "voicemails", days: undefined, removeBefore: () => Promise.reject(new Error("asked")) };
  const stop = startRetention({ clock, rules: [never, { name: "recordings", days: 1, removeBefore }], log: silentLog });
  await expect.poll(() => kept.size).toBe(2);
  failing = true;
  await clock.advance(3_600_000);
  failing = false;
  await clock.advance(3_600_000);
  await expect.poll(() => kept.size).toBe(1);
  await stop();
  await clock.advance(2 * DAY_MS);
  expect(kept.size).toBe(1);
});
