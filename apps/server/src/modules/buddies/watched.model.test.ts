import { AppError, WATCHED_BUDDIES_MAX, WATCHED_SORT_STEP, watchedSortBetween } from "@callpanel/contract";
import { expect, it } from "vitest";
import { stepWatched, type WatchedList } from "./watched.model.ts";

const buddy = (id: number) => ({ buddyId: id, exten: String(100 + id), name: `Person ${id}` });
const listOf = (...sorts: readonly number[]): WatchedList =>
  sorts.map((sort, index) => ({ buddyId: index + 1, exten: String(101 + index), sort }));
const extens = (list: WatchedList) => list.map(({ exten }) => exten);
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

it("BUDDY-3 a person added without a number comes last", () => {
  const first = stepWatched([], { type: "watch", buddy: buddy(1), sort: undefined });
  const second = stepWatched(first, { type: "watch", buddy: buddy(2), sort: undefined });
  expect(extens(second)).toEqual(["101", "102"]);
  expect(extens(stepWatched(second, { type: "watch", buddy: buddy(3), sort: 0 }))).toEqual(["103", "101", "102"]);
});

it("BUDDY-3 a card moves only by its own number", () => {
  const moved = stepWatched(listOf(10, 20, 30), {
    type: "move",
    exten: "103",
    sort: watchedSortBetween(10, 20),
  });
  expect(moved.map(({ exten, sort }) => [exten, sort])).toEqual([
    ["101", 10],
    ["103", 15],
    ["102", 20],
  ]);
  expect(extens(stepWatched(moved, { type: "move", exten: "101", sort: watchedSortBetween(20, undefined) }))).toEqual([
    "103",
    "102",
    "101",
  ]);
  expect(extens(stepWatched(moved, { type: "move", exten: "102", sort: watchedSortBetween(undefined, 10) }))).toEqual([
    "102",
    "101",
    "103",
  ]);
});

it("BUDDY-4 a number that is already used puts the card before that one, and all numbers are assigned again", () => {
  const moved = stepWatched(listOf(10, 20, 30), { type: "move", exten: "103", sort: 20 });
  expect(moved.map(({ exten, sort }) => [exten, sort])).toEqual([
    ["101", WATCHED_SORT_STEP],
    ["103", 2 * WATCHED_SORT_STEP],
    ["102", 3 * WATCHED_SORT_STEP],
  ]);
});

it("BUDDY-4 the order is kept, however often cards move between the same two", () => {
  let list = listOf(1, 2, 3, 4);
  for (let turn = 0; turn < 1_000; turn += 1) {
    const last = list.at(-1);
    const [first, second] = list;
    list = stepWatched(list, {
      type: "move",
      exten: last?.exten ?? "",
      sort: watchedSortBetween(first?.sort, second?.sort),
    });
    expect(extens(list).slice(0, 2)).toEqual([first?.exten, last?.exten]);
    expect(list.every(({ sort }, at) => at === 0 || sort > (list[at - 1]?.sort ?? 0))).toBe(true);
  }
});

it("BUDDY-5 an action that does not fit the list is refused", () => {
  const list = listOf(10, 20);
  expect(codeOf(() => stepWatched(list, { type: "watch", buddy: buddy(1), sort: 5 }))).toBe("buddies.watched");
  expect(codeOf(() => stepWatched(list, { type: "move", exten: "199", sort: 5 }))).toBe("buddies.notWatched");
  expect(codeOf(() => stepWatched(list, { type: "unwatch", exten: "199" }))).toBe("buddies.notWatched");
  const full = listOf(...Array.from({ length: WATCHED_BUDDIES_MAX }, (_, index) => index));
  expect(codeOf(() => stepWatched(full, { type: "watch", buddy: buddy(5_000), sort: 0 }))).toBe("buddies.tooMany");
  expect(codeOf(() => stepWatched(full, { type: "move", exten: "101", sort: 5.5 }))).toBeUndefined();
});
