import { isTimeZone } from "@callpanel/contract";
import { expect, it } from "vitest";
import { holdsAt, type TimeCondition } from "./index.ts";

const condition = (timeZone: string, days: readonly number[], from: number, to: number): TimeCondition => ({
  id: 1,
  name: "x",
  timeZone,
  hours: [{ days, fromMinute: from * 60, toMinute: to * 60 }],
});
const WORKDAYS = [1, 2, 3, 4, 5];
const at = (text: string) => Date.parse(text);

it("HANDLE-9 hours apply on their days, from the first minute up to the last, exclusive", () => {
  const office = condition("UTC", WORKDAYS, 9, 17);
  const held = [
    "2026-11-20T08:59:59Z",
    "2026-11-20T09:00:00Z",
    "2026-11-20T16:59:59Z",
    "2026-11-20T17:00:00Z",
    "2026-11-21T12:00:00Z",
  ];
  expect(held.map((text) => holdsAt(office, at(text)))).toEqual([false, true, true, false, false]);
  expect(holdsAt({ ...office, hours: [] }, at("2026-11-20T12:00:00Z"))).toBe(false);
  expect(holdsAt(condition("UTC", [7], 0, 24), at("2026-11-22T23:59:00Z"))).toBe(true);
});

it("HANDLE-9 hours are in the time zone, with its summer time", () => {
  const toronto = condition("America/Toronto", WORKDAYS, 9, 17);
  expect(holdsAt(toronto, at("2026-01-15T13:59:00Z"))).toBe(false);
  expect(holdsAt(toronto, at("2026-01-15T14:00:00Z"))).toBe(true);
  expect(holdsAt(toronto, at("2026-07-15T13:00:00Z"))).toBe(true);
  expect(holdsAt(condition("Australia/Adelaide", [1], 0, 24), at("2026-11-22T20:00:00Z"))).toBe(true);
});

it("HANDLE-9 hours that end before they begin continue past midnight, into a day that is not listed", () => {
  const night = condition("UTC", [5], 22, 6);
  const held = [
    "2026-11-20T21:59:00Z",
    "2026-11-20T22:00:00Z",
    "2026-11-21T05:59:00Z",
    "2026-11-21T06:00:00Z",
    "2026-11-20T03:00:00Z",
  ];
  expect(held.map((text) => holdsAt(night, at(text)))).toEqual([false, true, true, false, false]);
  expect(holdsAt(condition("UTC", [7], 22, 6), at("2026-11-23T01:00:00Z"))).toBe(true);
});

it("HANDLE-9 only known time zones are valid", () => {
  expect(["America/Toronto", "UTC", "Mars/Base", "", "../etc"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
