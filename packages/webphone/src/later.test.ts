import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createLater, LOAD_AGAIN_MS } from "./later.ts";

test("PHONE-163 code that cannot be loaded is requested again after growing pauses, until it is loaded", async () => {
  const clock = createFakeClock();
  let requests = 0;
  let isRefused = true;
  const later = createLater(async () => {
    requests += 1;
    if (isRefused) throw new Error("no network");
    return "code";
  }, clock);
  expect(requests).toBe(0);
  const loading = [later.load(), later.load()];
  await settle();
  expect([requests, later.now()]).toEqual([1, undefined]);
  for (const pause of [...LOAD_AGAIN_MS, LOAD_AGAIN_MS.at(-1) ?? 0]) {
    const before = requests;
    await clock.advance(pause - 1);
    await settle();
    expect(requests).toBe(before);
    await clock.advance(1);
    await settle();
    expect(requests).toBe(before + 1);
  }
  isRefused = false;
  await clock.advance(LOAD_AGAIN_MS.at(-1) ?? 0);
  expect([await Promise.all(loading), later.now(), requests]).toEqual([["code", "code"], "code", 7]);
  await later.load();
  expect(requests).toBe(7);
});
