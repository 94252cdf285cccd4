import type { QueueSummaryRow } from "@callpanel/contract";
import { expect, it } from "vitest";
import { firstFilter } from "../filter/filter.model.ts";
import { labelled, momentsOf, partBefore, topOf, weekOf } from "./charts.model.ts";

const FILTER = { ...firstFilter("America/Toronto", 0), start: "2026-03-07", end: "2026-03-09" };
const row = (date: string, more: Partial<QueueSummaryRow>): QueueSummaryRow => ({
  queue: "600",
  queue_name: "Support",
  date,
  calls: 0,
  answered: 0,
  abandon: 0,
  timeout: 0,
  exit: 0,
  in_queue: 0,
  in_target: 0,
  service_level: null,
  avg_hold: null,
  avg_talk: null,
  max_talk: null,
  total: 0,
  ...more,
});

it("RPT-8 the queues of a day are one bar, a day without calls is an empty one", () => {
  const rows = [
    row("2026-03-07", { calls: 10, answered: 6, abandon: 2, timeout: 1, in_queue: 1, in_target: 3 }),
    row("2026-03-07", { queue: "601", calls: 2, answered: 2, in_target: 2 }),
    row("2026-03-09", { calls: 1, in_queue: 1 }),
  ];
  expect(momentsOf(rows, FILTER)).toEqual([
    { date: "2026-03-07", answered: 8, abandoned: 2, other: 2, level: 45 },
    { date: "2026-03-08", answered: 0, abandoned: 0, other: 0, level: null },
    { date: "2026-03-09", answered: 0, abandoned: 0, other: 1, level: null },
  ]);
});

it("RPT-8 hours are bars of their own in three days at most, else they are added to their days", () => {
  const rows = [
    row("2026-03-08T14:00:00-04:00", { calls: 1, answered: 1 }),
    row("2026-03-08T09:00:00-04:00", { calls: 2, abandon: 2 }),
  ];
  const dates = (filter: typeof FILTER) => momentsOf(rows, filter).map(({ date }) => date);
  const hourly = { ...FILTER, hourly: true };
  expect(dates(hourly)).toEqual(["2026-03-08T09:00:00-04:00", "2026-03-08T14:00:00-04:00"]);
  expect(dates({ ...hourly, start: "2026-03-06" })).toEqual(["2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09"]);
  expect(momentsOf(rows, { ...hourly, start: "2026-03-06" })[2]).toMatchObject({ answered: 1, abandoned: 2 });
});

it("RPT-8 weekdays and hours are those of the report's time zone", () => {
  const week = weekOf([
    row("2026-03-08T23:00:00-04:00", { calls: 3 }),
    row("2026-03-09T00:00:00-04:00", { calls: 2 }),
    row("2026-03-02T00:00:00-05:00", { calls: 5 }),
  ]);
  expect([week[6]?.[23], week[0]?.[0], week.flat().reduce((sum, one) => sum + one, 0)]).toEqual([3, 7, 10]);
});

it.each([
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [480, 500],
])("RPT-8 the top of an axis for %d is %d", (most, top) => expect(topOf(most)).toBe(top));

it("RPT-8 there are few labels, evenly spaced", () => {
  expect(labelled(7, 4)).toEqual([0, 2, 4, 6]);
  expect(labelled(3, 4)).toEqual([0, 1, 2]);
  expect(labelled(366, 4)).toHaveLength(4);
});

it("RPT-8 a label is below the middle of its bar, and within the chart at both ends", () => {
  expect([0, 6.25, 12.5, 50, 87.5, 93.75, 100].map(partBefore)).toEqual([0, 25, 50, 50, 50, 75, 100]);
});
