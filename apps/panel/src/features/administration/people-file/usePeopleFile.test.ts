import { PEOPLE_PORTION, PEOPLE_PORTION_CHARS } from "@callpanel/contract";
import type { PeoplePreview } from "@callpanel/contract";
import { expect, it } from "vitest";
import { portionFrom } from "./usePeopleFile.ts";

const person = (at: number, department: string): PeoplePreview["people"][number] => ({
  line: at + 2,
  version: null,
  username: `user${at}`,
  first_name: "Ann",
  last_name: "Able",
  extension: String(1_000 + at),
  email: "",
  department,
  may_use_panel: true,
  groups: ["staff"],
  changes: [],
});

it("PEOPLE-12 a portion has as many people as one request takes, and everybody is in one", () => {
  const long = "x".repeat(100);
  for (const department of ["", long]) {
    const people = Array.from({ length: 1_234 }, (_, at) => person(at, department));
    const seen: number[] = [];
    while (seen.length < people.length) {
      const portion = portionFrom(people, seen.length);
      expect(portion.length).toBeGreaterThan(0);
      expect(portion.length).toBeLessThanOrEqual(PEOPLE_PORTION);
      expect(JSON.stringify(portion).length).toBeLessThan(PEOPLE_PORTION_CHARS + 1_000);
      seen.push(...portion.map(({ line }) => line));
    }
    expect(seen).toEqual(people.map(({ line }) => line));
  }
});
