import type { WatchedBuddy } from "@callpanel/contract";
import { expect, it } from "vitest";
import { buddy } from "../../../../test/fakeServer.ts";
import { dropOf, inOrder, shiftOf, sortOfMove, stepWatched } from "./watched.model.ts";
import type { Watched } from "./watched.model.ts";

const person = (number: number, sort = number * 1_024): WatchedBuddy => ({
  ...buddy(number, `Person ${number}`),
  sort,
});
const [A, B, C, D] = [person(1), person(2), person(3), person(4)];
const LIST: Watched = [A, B, C];
const extens = (list: Watched) => list.map(({ exten }) => exten).join(" ");

it("BUDDIES-20 watching appends to the list, stopping removes from it, and both are idempotent", () => {
  const four = stepWatched(LIST, { type: "watch", buddy: D });
  expect(extens(four)).toBe("101 102 103 104");
  expect(stepWatched(four, { type: "watch", buddy: D })).toBe(four);
  const two = stepWatched(LIST, { type: "unwatch", buddy: B });
  expect(extens(two)).toBe("101 103");
  expect(stepWatched(two, { type: "unwatch", buddy: B })).toBe(two);
});

it.each([
  ["101", "103 101 102"],
  ["102", "101 103 102"],
  ["999", "101 102 103"],
  [null, "101 102 103"],
])("BUDDIES-20 moved before %s", (before, order) => {
  expect(extens(stepWatched(LIST, { type: "move", buddy: C, before }))).toBe(order);
});

it("BUDDIES-20 moving a person who was removed meanwhile does not add them again", () => {
  expect(stepWatched(LIST, { type: "move", buddy: D, before: "101" })).toBe(LIST);
});

it("BUDDIES-19 a moved card gets the number between its neighbours", () => {
  const move = (before: string | null) => sortOfMove(LIST, { type: "move", buddy: C, before });
  expect(move("102")).toBe(1_536);
  expect(move("101")).toBe(0);
  expect(sortOfMove(LIST, { type: "move", buddy: A, before: null })).toBe(4_096);
});

it("BUDDIES-19 keys and menu move a card only up to the ends of the list", () => {
  expect(shiftOf(LIST, C, -1)).toEqual({ type: "move", buddy: C, before: "102" });
  expect(shiftOf(LIST, C, -9)).toEqual({ type: "move", buddy: C, before: "101" });
  expect(shiftOf(LIST, A, 1)).toEqual({ type: "move", buddy: A, before: "103" });
  expect(shiftOf(LIST, A, 5)).toEqual({ type: "move", buddy: A, before: null });
  expect(shiftOf(LIST, A, -1)).toBeNull();
  expect(shiftOf(LIST, D, -1)).toBeNull();
});

it("BUDDIES-19 a dropped card is placed before or after the card it is dropped on", () => {
  const drop = (moved: WatchedBuddy, at: WatchedBuddy, edge: "before" | "after") =>
    dropOf(LIST, moved.subscriberId, { id: at.subscriberId, edge });
  expect(drop(C, A, "before")).toEqual({ type: "move", buddy: C, before: "101" });
  expect(drop(A, C, "after")).toEqual({ type: "move", buddy: A, before: null });
  expect(drop(A, B, "before")).toBeNull();
  expect(drop(C, B, "after")).toBeNull();
  expect(drop(D, A, "before")).toBeNull();
});

it("BUDDIES-20 the server's order wins; if it has unknown people, the list is loaded again", () => {
  expect(
    inOrder(LIST, [
      { exten: "103", sort: 1 },
      { exten: "101", sort: 2 },
    ]),
  ).toEqual([person(3, 1), person(1, 2)]);
  expect(inOrder(LIST, [{ exten: "104", sort: 1 }])).toBeNull();
});
