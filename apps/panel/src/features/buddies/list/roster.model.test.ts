import type { Buddy } from "@callpanel/contract";
import { expect, it } from "vitest";
import { buddy } from "../../../../test/fakeServer.ts";
import { loadLater, rosterOf } from "./roster.model.ts";

const person = (number: number): Buddy => ({ ...buddy(number, `Person ${number}`), presence: "online" });
const people = (count: number) => Array.from({ length: count }, (_, at) => person(at));

it("BUDDIES-1 no more requests than necessary", async () => {
  const all = people(5_000);
  const starts: number[] = [];
  const later = await loadLater(async (start) => {
    starts.push(start);
    return { total: all.length, data: all.slice(start, start + 999) };
  });
  expect(starts).toEqual([18, 1_017, 2_016, 3_015, 4_014]);
  expect(rosterOf({ total: 5_000, data: all.slice(0, 18) }, later)).toEqual({ people: all, total: 5_000 });
});

it("BUDDIES-1 it ends when people left between two requests", async () => {
  const all = people(30);
  const later = await loadLater(async (start) =>
    start === 18 ? { total: 90, data: all.slice(18) } : { total: 90, data: [] },
  );
  expect(later.data).toHaveLength(12);
});

it("BUDDIES-1 a person who moved between two requests is listed once", () => {
  const roster = rosterOf({ total: 3, data: people(2) }, { total: 3, data: [person(1), person(2)] });
  expect(roster.people.map(({ name }) => name)).toEqual(["Person 0", "Person 1", "Person 2"]);
  expect(roster.total).toBe(3);
});
