import { expect, it } from "vitest";
import { ANY_TIME, daysOf } from "./period.model.ts";
import type { PeriodChoice } from "./period.model.ts";

const AT = Date.parse("2026-03-09T02:30:00Z");
const period = (choice: PeriodChoice) => ({ ...ANY_TIME, choice });

it.each([
  ["any", {}],
  ["today", { from: "2026-03-08", to: "2026-03-08" }],
  ["yesterday", { from: "2026-03-07", to: "2026-03-07" }],
  ["week", { from: "2026-03-02", to: "2026-03-08" }],
  ["month", { from: "2026-02-07", to: "2026-03-08" }],
] as const)("CDR-42 VMU-4 %s in Toronto, on a day with 23 hours", (choice, days) => {
  expect(daysOf(period(choice), "America/Toronto", AT)).toEqual(days);
});

it("CDR-42 days are in the time zone, and a period may be open on either side", () => {
  expect(daysOf(period("today"), "UTC", AT)).toEqual({ from: "2026-03-09", to: "2026-03-09" });
  expect(daysOf({ choice: "between", from: "2026-01-01", to: "" }, "UTC", AT)).toEqual({ from: "2026-01-01" });
  expect(daysOf({ choice: "between", from: "", to: "2026-01-31" }, "UTC", AT)).toEqual({ to: "2026-01-31" });
});
