import { createFakeClock } from "@callpanel/testkit/fake-clock";
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import { expect, test } from "vitest";
import { CLOCK_LOOK_MS, SLEEP_MS, watchPage } from "./watchPage.ts";
import type { PageLife } from "./watchPage.ts";

const nothing = () => () => undefined;
const QUIET: PageLife = {
  guardLeaving: nothing,
  onLeaving: nothing,
  onAwake: nothing,
  onGesture: nothing,
};

test("SOFT-18 a jump of the clock means sleep: the connection is checked", async () => {
  const clock = createFakeClock();
  const phone = createFakeWebphone();
  let sleptMs = 0;
  const jumping = { now: () => clock.now() + sleptMs, setTimeout: clock.setTimeout };
  const stop = watchPage({ phone, page: QUIET, clock: jumping });
  await clock.advance(3 * CLOCK_LOOK_MS);
  expect(phone.asked).toEqual([]);
  sleptMs = SLEEP_MS + 1;
  await clock.advance(CLOCK_LOOK_MS);
  expect(phone.asked).toEqual(["probe"]);
  await clock.advance(CLOCK_LOOK_MS);
  expect(phone.asked).toEqual(["probe"]);
  stop();
  expect(clock.timerCount).toBe(0);
});
