import { expect, it } from "vitest";
import type { Period, PeriodChoice } from "../../shared/list/period.model.ts";
import { searchedPlace } from "../../shared/routes.ts";
import {
  FIRST_PREFERENCES,
  SORT_CHOICES,
  actionsFor,
  datesOf,
  firstView,
  queryOf,
  stepView,
  toggledRead,
} from "./voicemail.model.ts";

/** Half past three at night in Montréal, still the day before in Vancouver. */
const NOW = Date.UTC(2026, 10, 21, 7, 30);
const filter = (choice: PeriodChoice, from = "", to = ""): Period => ({ choice, from, to });

it.each([
  [filter("any"), ""],
  [filter("today"), "2026-11-21"],
  [filter("yesterday"), "2026-11-20"],
  [filter("week"), "2026-11-15,2026-11-21"],
  [filter("month"), "2026-10-23,2026-11-21"],
  [filter("between"), ""],
  [filter("between", "2026-11-03"), "2026-11-03,2099-12-31"],
  [filter("between", "2026-11-05", "2026-11-03"), "2026-11-03,2026-11-05"],
])("VMU-4 %j is the days %s", (date, days) => {
  expect(datesOf(date, NOW, "America/Toronto")).toBe(days);
});

it("VMU-4 today is the reader's day", () => {
  expect(datesOf(filter("today"), NOW, "America/Vancouver")).toBe("2026-11-20");
});

it("VMU-5 four columns, both directions, by default newest first", () => {
  expect(new Set(SORT_CHOICES.map(({ sort, direction }) => `${sort} ${direction}`)).size).toBe(8);
  expect(SORT_CHOICES[0]).toEqual({ sort: "origtime", direction: "DESC" });
});

it("VMU-7 mailboxes are requested by their extensions, a page by its first row", () => {
  const view = { ...firstView({ ...FIRST_PREFERENCES, boxes: ["101", "103"] }), page: 2 };
  const query = queryOf({ view, folder: "inbox", search: "x", now: NOW, timeZone: "UTC" });
  expect(query).toMatchObject({ start: 36, limit: 18, folder: "inbox", search: "x", filter_by_extension: "101,103" });
});

it("VMU-8 the search of a folder is kept while its messages are opened", () => {
  expect(searchedPlace("/voicemails/inbox/12")).toBe(searchedPlace("/voicemails/inbox"));
  expect(searchedPlace("/voicemails")).toBe(searchedPlace("/voicemails/all/3"));
  expect(searchedPlace("/voicemails/old")).not.toBe(searchedPlace("/voicemails/inbox"));
  expect(searchedPlace("/contacts")).toBe("/contacts");
});

it("VMU-10 the selection is kept across pages and cleared with another list", () => {
  const ticked = stepView(firstView(FIRST_PREFERENCES), { type: "ticked", ids: [1, 2], on: true });
  expect([...stepView(ticked, { type: "pageTurned", page: 1 }).selected]).toEqual([1, 2]);
  expect([...stepView(ticked, { type: "ticked", ids: [1], on: false }).selected]).toEqual([2]);
  const others = [
    stepView({ ...ticked, page: 1 }, { type: "listChanged" }),
    stepView({ ...ticked, page: 1 }, { type: "preferencesChanged", change: { category: "fraud" } }),
  ];
  for (const { selected, page } of others) expect([selected.size, page]).toEqual([0, 0]);
});

it("VMU-11 the actions on a message depend on its folder and on the right", () => {
  expect(actionsFor({ may_write: false, folder: "inbox" }).size).toBe(0);
  expect([...actionsFor({ may_write: true, folder: "archived" })]).toEqual(["restore", "delete"]);
  expect(actionsFor({ may_write: true, folder: "custom" }).has("unmove")).toBe(true);
  expect(actionsFor({ may_write: true, folder: "inbox" }).has("read")).toBe(true);
});

it("VMU-13 marking as read moves from inbox to old and back; in other folders a message stays", () => {
  expect(toggledRead({ isRead: false, folder: "inbox" })).toEqual({ isRead: true, folder: "old" });
  expect(toggledRead({ isRead: true, folder: "old" })).toEqual({ isRead: false, folder: "inbox" });
  expect(toggledRead({ isRead: false, folder: "custom" })).toEqual({ isRead: true, folder: "custom" });
});
