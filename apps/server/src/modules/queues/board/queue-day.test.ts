import { createFakeClock } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { openTimeZone } from "../../../kernel/text/time-zone.ts";
import { atEachMidnight } from "./queue-day.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A clock that can be set, as by hand or by a time server; what waits for it is not affected. */
function openDays(zone: string, from: string) {
  const clock = createFakeClock(Date.parse(from));
  let setMs = 0;
  const now = () => clock.now() + setMs;
  const days: string[] = [];
  const stop = atEachMidnight(openTimeZone(zone), { now, setTimeout: clock.setTimeout }, () =>
    days.push(new Date(now()).toISOString().replace(/:\d\d\.\d{3}/, "")),
  );
  return { days, stop, clock, pass: clock.advance, set: (byMs: number) => (setMs += byMs) };
}

it("QBOARD-16 a day begins at each midnight, also where it has 23 or 25 hours", async () => {
  const march = openDays("America/Toronto", "2026-03-07T20:00:00Z");
  await march.pass(3 * DAY_MS);
  expect(march.days).toEqual(["2026-03-08T05:00Z", "2026-03-09T04:00Z", "2026-03-10T04:00Z"]);
  const november = openDays("America/Toronto", "2026-10-31T20:00:00Z");
  await november.pass(3 * DAY_MS);
  expect(november.days).toEqual(["2026-11-01T04:00Z", "2026-11-02T05:00Z", "2026-11-03T05:00Z"]);
  const unknown = openDays("Mars/Base", "2026-10-31T20:00:00Z");
  await unknown.pass(DAY_MS);
  expect(unknown.days).toEqual(["2026-11-01T00:00Z"]);
  unknown.stop();
  await unknown.pass(DAY_MS);
  expect(unknown.days).toHaveLength(1);
  expect(unknown.clock.timerCount).toBe(0);
});

it("QBOARD-16 after the clock was set back a day begins at its midnight, not an hour early", async () => {
  const { days, pass, set } = openDays("UTC", "2026-05-01T20:00:00Z");
  await pass(HOUR_MS);
  set(-HOUR_MS);
  await pass(3.5 * HOUR_MS);
  expect(days).toEqual([]);
  await pass(HOUR_MS);
  expect(days).toEqual(["2026-05-02T00:00Z"]);
});

it("QBOARD-16 a midnight that comes again because the clock was set back begins no second day", async () => {
  const { days, pass, set } = openDays("UTC", "2026-05-01T23:00:00Z");
  await pass(1.5 * HOUR_MS);
  set(-HOUR_MS);
  await pass(DAY_MS);
  expect(days).toEqual(["2026-05-02T00:00Z"]);
  await pass(HOUR_MS);
  expect(days).toEqual(["2026-05-02T00:00Z", "2026-05-03T00:00Z"]);
});

it("QBOARD-16 a clock that is set ahead over midnight, or back by days, begins the day within ten minutes", async () => {
  const { days, pass, set } = openDays("UTC", "2026-05-01T20:00:00Z");
  set(5 * HOUR_MS);
  await pass(HOUR_MS / 6);
  expect(days).toEqual(["2026-05-02T01:10Z"]);
  set(-30 * DAY_MS);
  await pass(HOUR_MS / 6);
  expect(days.slice(1)).toEqual(["2026-04-02T01:20Z"]);
  await pass(DAY_MS);
  expect(days.slice(2)).toEqual(["2026-04-03T00:00Z"]);
});
