import { describe, expect, it } from "vitest";
import { openTimeZone, type LocalTime } from "./time-zone.ts";

const at = (text: string): LocalTime => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[-T:]/).map(Number);
  return { year, month, day, hour, minute, second };
};
const moment = (zone: string, text: string) =>
  new Date(openTimeZone(zone)?.momentOf(at(text)) ?? Number.NaN).toISOString();

describe("time zones", () => {
  it.each([
    ["UTC", "2026-03-08T00:00:00", "2026-03-08T00:00:00.000Z"],
    ["America/Toronto", "2026-03-08T00:00:00", "2026-03-08T05:00:00.000Z"],
    ["America/Toronto", "2026-03-09T00:00:00", "2026-03-09T04:00:00.000Z"],
    // Clocks jump from two to three: half past two is the moment of the jump.
    ["America/Toronto", "2026-03-08T02:30:00", "2026-03-08T07:00:00.000Z"],
    // Half past one comes twice: the first one counts.
    ["America/Toronto", "2026-11-01T01:30:00", "2026-11-01T05:30:00.000Z"],
    ["Asia/Kathmandu", "2026-11-01T00:00:00", "2026-10-31T18:15:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:30:00.000Z"],
    // Clocks jump over midnight: the day begins at one.
    ["Africa/Cairo", "2026-04-24T00:00:00", "2026-04-23T22:00:00.000Z"],
    // A day that did not exist in Samoa.
    ["Pacific/Apia", "2011-12-30T00:00:00", "2011-12-30T10:00:00.000Z"],
  ])("CDR-4 in %s %s is %s", (zone, local, expected) => {
    expect(moment(zone, local)).toBe(expected);
  });

  it("CDR-4 days of 23 and 25 hours are complete", () => {
    const hours = (from: string, to: string) =>
      (Date.parse(moment("America/Toronto", to)) - Date.parse(moment("America/Toronto", from))) / 3_600_000;
    expect(hours("2026-03-08T00:00:00", "2026-03-09T00:00:00")).toBe(23);
    expect(hours("2026-11-01T00:00:00", "2026-11-02T00:00:00")).toBe(25);
    expect(hours("2026-06-01T00:00:00", "2026-06-02T00:00:00")).toBe(24);
  });

  it("CDR-4 a moment is written with the offset of its time zone", () => {
    const iso = (zone: string, text: string) => openTimeZone(zone)?.iso(Date.parse(text));
    expect(iso("America/Toronto", "2026-03-08T06:59:59.900Z")).toBe("2026-03-08T01:59:59-05:00");
    expect(iso("America/Toronto", "2026-03-08T07:00:00Z")).toBe("2026-03-08T03:00:00-04:00");
    expect(iso("Asia/Kathmandu", "2026-03-08T07:00:00Z")).toBe("2026-03-08T12:45:00+05:45");
    expect(iso("UTC", "2026-03-08T07:00:00Z")).toBe("2026-03-08T07:00:00+00:00");
    expect(["Mars/Base", "", "../etc"].map(openTimeZone)).toEqual([undefined, undefined, undefined]);
  });
});
