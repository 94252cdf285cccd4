import type { Buddy, Presence } from "@callpanel/contract";
import { expect, it } from "vitest";
import { buddy } from "../../../../test/fakeServer.ts";
import { byName, byPresence, bySort, findBuddies, keepPlaces } from "./arrange.model.ts";

const person = (number: number, name: string, changes: Partial<Buddy> = {}): Buddy => ({
  ...buddy(number, name),
  presence: "online",
  department: null,
  ...changes,
});
const names = (people: readonly Buddy[]) => people.map(({ name }) => name);
const ZOE = person(9, "Zoé Äbel", { department: "Sales", username: "zab" });
const BOB = person(2, "Bob Brandt", { department: "Support", exten: "1002" });
const ANN = person(3, "ann Olsen", { exten: "99" });

it.each([
  ["zoe", ["Zoé Äbel"]],
  ["ABEL z", ["Zoé Äbel"]],
  ["zab", ["Zoé Äbel"]],
  ["100", ["Bob Brandt"]],
  ["sales", ["Zoé Äbel"]],
  ["b s", ["Zoé Äbel", "Bob Brandt"]],
  ["(.*", []],
] as const)("BUDDIES-2 %j finds by number, name, username and department", (search, found) => {
  expect(names(findBuddies([ZOE, BOB, ANN], search))).toEqual(found);
});

const NAMED = byName([ZOE, BOB, ANN], "en-US");
const sorted = (sort: "name" | "extension" | "department") => names(bySort(NAMED, sort, "en-US"));
const ranked = (presences: Readonly<Record<string, Presence>>) =>
  names(byPresence(NAMED, ({ exten }) => presences[exten] ?? "online"));

it("BUDDIES-11 by name in the order of the locale, by extension as numbers, by department with those without at the end", () => {
  expect(sorted("name")).toEqual(["ann Olsen", "Bob Brandt", "Zoé Äbel"]);
  expect(sorted("extension")).toEqual(["ann Olsen", "Zoé Äbel", "Bob Brandt"]);
  expect(sorted("department")).toEqual(["Zoé Äbel", "Bob Brandt", "ann Olsen"]);
});

it("BUDDIES-13 by presence, people who can be called come first, then people in a call; equals by name", () => {
  expect(ranked({ "99": "offline", "1002": "oncall" })).toEqual(["Zoé Äbel", "Bob Brandt", "ann Olsen"]);
  expect(ranked({ "99": "ringing", "1002": "oncall", "109": "busy" })).toEqual(["ann Olsen", "Bob Brandt", "Zoé Äbel"]);
});

it("BUDDIES-14 held cards keep their places, the others fill the gaps", () => {
  const people = [ZOE, BOB, ANN];
  const hold = (one: Buddy, index: number) => ({ subscriberId: one.subscriberId, index });
  expect(names(keepPlaces(people, [hold(ANN, 0)]))).toEqual(["ann Olsen", "Zoé Äbel", "Bob Brandt"]);
  expect(names(keepPlaces(people, [hold(ZOE, 2), hold(ANN, 0)]))).toEqual(["ann Olsen", "Bob Brandt", "Zoé Äbel"]);
  expect(keepPlaces(people, [hold(BOB, 1)])).toBe(people);
  expect(keepPlaces(people, [{ subscriberId: 77, index: 0 }])).toBe(people);
});
