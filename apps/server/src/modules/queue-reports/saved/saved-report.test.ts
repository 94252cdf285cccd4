import { expect, it } from "vitest";
import { daysOf, nextDue, type Schedule } from "./saved-report.ts";

const DAILY: Schedule = { timezone: "America/Toronto", every: "day", weekday: 1, time: "07:30" };
const WEEKLY: Schedule = { ...DAILY, every: "week", weekday: 1 };
const iso = (at: number): string => new Date(at).toISOString();
const due = (schedule: Schedule, after: string): string => iso(nextDue(schedule, Date.parse(after)));

it("QMAIL-3 a daily report is due at its local time, before and after clocks change", () => {
  expect(due(DAILY, "2026-03-07T12:29:59Z")).toBe("2026-03-07T12:30:00.000Z");
  expect(due(DAILY, "2026-03-07T12:30:00Z")).toBe("2026-03-08T11:30:00.000Z");
  expect(due(DAILY, "2026-10-31T12:00:00Z")).toBe("2026-11-01T12:30:00.000Z");
});

it("QMAIL-3 an hour that clocks skip is due when they jump, one that comes twice is due once", () => {
  const skipped = { ...DAILY, time: "02:30" };
  expect(due(skipped, "2026-03-08T05:00:00Z")).toBe("2026-03-08T07:00:00.000Z");
  expect(due(skipped, "2026-03-08T07:00:00Z")).toBe("2026-03-09T06:30:00.000Z");
  const twice = { ...DAILY, time: "01:30" };
  expect(due(twice, "2026-11-01T05:00:00Z")).toBe("2026-11-01T05:30:00.000Z");
  expect(due(twice, "2026-11-01T05:30:00Z")).toBe("2026-11-02T06:30:00.000Z");
});

it("QMAIL-3 a weekly report is due on its weekday in its zone", () => {
  expect(due(WEEKLY, "2026-03-08T15:00:00Z")).toBe("2026-03-09T11:30:00.000Z");
  expect(due(WEEKLY, "2026-03-09T11:30:00Z")).toBe("2026-03-16T11:30:00.000Z");
  // Sunday in Toronto is Monday in Auckland.
  expect(due({ ...WEEKLY, timezone: "Pacific/Auckland", time: "06:00" }, "2026-03-08T15:00:00Z")).toBe(
    "2026-03-08T17:00:00.000Z",
  );
  expect(due({ ...WEEKLY, weekday: 7 }, "2026-03-08T12:00:00Z")).toBe("2026-03-15T11:30:00.000Z");
});

it("QMAIL-4 a report is about the day before, or the seven days before, in its zone", () => {
  const at = Date.parse("2026-03-09T03:30:00Z");
  expect(daysOf(DAILY, at)).toEqual({ start_date: "2026-03-07", end_date: "2026-03-07" });
  expect(daysOf({ ...DAILY, timezone: "UTC" }, at)).toEqual({ start_date: "2026-03-08", end_date: "2026-03-08" });
  expect(daysOf(WEEKLY, at)).toEqual({ start_date: "2026-03-01", end_date: "2026-03-07" });
});

it("QMAIL-3 a zone that is no longer known is UTC", () => {
  expect(due({ ...DAILY, timezone: "Mars/Phobos" }, "2026-03-07T00:00:00Z")).toBe("2026-03-07T07:30:00.000Z");
});
