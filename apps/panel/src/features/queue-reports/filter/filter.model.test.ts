import { expect, it } from "vitest";
import { addressOf, faultsOf, firstFilter, queryOf, readAddress, withScope } from "./filter.model.ts";

/** The evening of March 8th in Toronto, on which the clocks changed. */
const NOW = Date.parse("2026-03-09T02:30:00Z");
const FIRST = firstFilter("America/Toronto", NOW);

it("RPT-2 the first report is the summary of seven days until today in the zone", () => {
  expect(FIRST).toMatchObject({ type: "queue_summary", scope: "week", start: "2026-03-02", end: "2026-03-08" });
  expect(firstFilter("Asia/Kolkata", NOW)).toMatchObject({ start: "2026-03-03", end: "2026-03-09" });
});

it.each([
  ["day", "2026-03-08"],
  ["week", "2026-03-02"],
  ["month", "2026-02-07"],
] as const)("RPT-2 %s begins on %s", (scope, start) => {
  expect(withScope(FIRST, scope, NOW)).toMatchObject({ scope, start, end: "2026-03-08" });
});

it("RPT-2 a custom period keeps the days, and a zone that is half typed does not lose them", () => {
  const chosen = { ...FIRST, start: "2026-01-01", end: "2026-01-31" };
  expect(withScope(chosen, "custom", NOW)).toEqual({ ...chosen, scope: "custom" });
  expect(withScope({ ...FIRST, zone: "America/Tor" }, "day", NOW)).toMatchObject({ end: "2026-03-09" });
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

it("RPT-2 what an address does not have, or has wrongly, is that of a first visit", () => {
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

it("RPT-1 the server is asked for an agent and for hours only where the report has them", () => {
  const all = { ...FIRST, agent: "104", hourly: true, queues: ["600"] };
  const days = { start_date: "2026-03-02", end_date: "2026-03-08", timezone: "America/Toronto", queues: "600" };
  expect(queryOf(all)).toEqual({ ...days, hourly: "1" });
  expect(queryOf({ ...all, type: "call_details" })).toEqual({ ...days, agent: "104" });
  expect(queryOf({ ...all, type: "agent_details" })).toEqual({ ...days, agent: "104" });
});
