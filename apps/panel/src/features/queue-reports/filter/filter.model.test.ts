import { expect, it } from "vitest";
import {
  addressOf,
  faultsOf,
  firstFilter,
  queryOf,
  readAddress,
  stepped,
  withScope,
  withZone,
} from "./filter.model.ts";

/** The evening of March 8th in Toronto, on which the clocks changed. */
const NOW = Date.parse("2026-03-09T02:30:00Z");
const FIRST = firstFilter("America/Toronto", NOW);

it("RPT-2 the first report is the summary of this week in the zone", () => {
  expect(FIRST).toMatchObject({ type: "queue_summary", scope: "week", start: "2026-03-02", end: "2026-03-08" });
  // It is Monday there already.
  expect(firstFilter("Asia/Kolkata", NOW)).toMatchObject({ start: "2026-03-09", end: "2026-03-09" });
});

it.each([
  ["day", "2026-03-08"],
  ["week", "2026-03-02"],
  ["month", "2026-03-01"],
] as const)("RPT-2 %s begins on %s", (scope, start) => {
  expect(withScope(FIRST, scope, NOW)).toMatchObject({ scope, start, end: "2026-03-08" });
});

it("RPT-2 a custom period keeps the days, and a zone that is half typed does not lose them", () => {
  const chosen = { ...FIRST, start: "2026-01-01", end: "2026-01-31" };
  expect(withScope(chosen, "custom", NOW)).toEqual({ ...chosen, scope: "custom" });
  expect(withScope({ ...FIRST, zone: "America/Tor" }, "day", NOW)).toMatchObject({ end: "2026-03-09" });
});

it.each([
  ["day", -1, { start: "2026-03-07", end: "2026-03-07" }],
  ["week", -1, { start: "2026-02-23", end: "2026-03-01" }],
  ["month", -1, { start: "2026-02-01", end: "2026-02-28" }],
  ["day", 1, null],
  ["week", 1, null],
  ["month", 1, null],
] as const)("RPT-13 from the current %s a step of %i leads to %o", (scope, by, period) => {
  const moved = stepped(withScope(FIRST, scope, NOW), by, NOW);
  expect(moved && { start: moved.start, end: moved.end }).toEqual(period);
});

it("RPT-13 a step forward ends today, also from the middle of a period; a custom period moves by its length", () => {
  const february = { ...FIRST, scope: "month", start: "2026-02-01", end: "2026-02-28" } as const;
  expect(stepped(february, 1, NOW)).toMatchObject({ scope: "month", start: "2026-03-01", end: "2026-03-08" });
  const part = { ...FIRST, scope: "week", start: "2026-02-25", end: "2026-02-26" } as const;
  expect(stepped(part, 1, NOW)).toMatchObject({ start: "2026-03-02", end: "2026-03-08" });
  const custom = { ...FIRST, scope: "custom", start: "2026-02-27", end: "2026-03-03" } as const;
  expect(stepped(custom, -1, NOW)).toMatchObject({ scope: "custom", start: "2026-02-22", end: "2026-02-26" });
  expect(stepped(custom, 1, NOW)).toMatchObject({ start: "2026-03-04", end: "2026-03-08" });
  expect(stepped({ ...custom, start: "2026-03-08", end: "2026-03-08" }, 1, NOW)).toBeNull();
  for (const days of [{ start: "" }, { end: "2026-02-30" }, { end: "2026-02-26" }])
    expect(stepped({ ...custom, ...days }, -1, NOW)).toBeNull();
});

it("RPT-2 in another zone the current period is that of the zone; another one keeps its days", () => {
  const today = withScope(FIRST, "day", NOW);
  expect(withZone(today, "Asia/Kolkata", NOW)).toMatchObject({ zone: "Asia/Kolkata", start: "2026-03-09" });
  const before = stepped(today, -1, NOW) ?? today;
  expect(withZone(before, "Asia/Kolkata", NOW)).toMatchObject({ zone: "Asia/Kolkata", start: "2026-03-07" });
});

it("RPT-2 an address has the whole filter, and gives the same one", () => {
  const filter = {
    ...FIRST,
    type: "call_details",
    scope: "custom",
    queues: ["600", "601"],
    agent: "104",
    start: "2026-01-01",
    end: "2026-02-01",
  } as const;
  expect(readAddress(addressOf(filter), FIRST)).toEqual({ filter, unknownType: false });
  const hourly = { ...FIRST, hourly: true };
  expect(readAddress(addressOf(hourly), firstFilter("UTC", 0)).filter).toEqual(hourly);
});

it("RPT-2 missing or wrong parts of an address are replaced by those of a first visit", () => {
  expect(readAddress({ embedded: "true" }, FIRST)).toEqual({ filter: FIRST, unknownType: false });
  expect(readAddress({ scope: "century", queues: 600 }, FIRST)).toEqual({ filter: FIRST, unknownType: false });
  expect(readAddress({ start_date: "2026-01-01", end_date: "2026-01-02" }, FIRST).filter.scope).toBe("custom");
});

it("RPT-11 an unknown type is known as such", () => {
  expect(readAddress({ type: "weather" }, FIRST)).toEqual({ filter: FIRST, unknownType: true });
});

it.each([
  [{}, {}],
  [{ start: "" }, { start: "missing" }],
  [{ end: "" }, { end: "missing" }],
  [{ start: "2026-02-30" }, { start: "missing" }],
  [{ start: "2026-03-09", end: "2026-03-08" }, { end: "reversed" }],
  [{ start: "2025-03-08", end: "2026-03-08" }, {}],
  [{ start: "2025-03-07", end: "2026-03-08" }, { end: { days: 366 } }],
  [{ start: "2026-01-06", end: "2026-03-08", hourly: true }, {}],
  [{ start: "2026-01-05", end: "2026-03-08", hourly: true }, { end: { days: 62 } }],
  [{ start: "2026-01-05", end: "2026-03-08", hourly: true, type: "call_details" }, {}],
  [{ zone: "America/Tor" }, { zone: "unknown" }],
  [{ zone: "" }, { zone: "unknown" }],
] as const)("RPT-3 %o has the faults %o", (change, faults) => {
  expect(faultsOf({ ...FIRST, ...change })).toEqual(faults);
});

it("RPT-1 an agent and hours are requested only if the report has them", () => {
  const all = { ...FIRST, agent: "104", hourly: true, queues: ["600"] };
  const days = { start_date: "2026-03-02", end_date: "2026-03-08", timezone: "America/Toronto", queues: "600" };
  expect(queryOf(all)).toEqual({ ...days, hourly: "1" });
  expect(queryOf({ ...all, type: "call_details" })).toEqual({ ...days, agent: "104" });
  expect(queryOf({ ...all, type: "agent_details" })).toEqual({ ...days, agent: "104" });
});
