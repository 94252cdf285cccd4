import { SUB_ACCOUNT_FEATURES, mergePermissions, holdsRule, type Permission } from "@callpanel/contract";
import { expect, it } from "vitest";
import { watchedOf, watchesEverybody, withWatched } from "./watchedPeople.model.ts";

const OTHER: readonly Permission[] = [
  { module: "cdrs", rule: "read" },
  { module: "forward", rule: "read_for", targets: ["9"] },
];

it("PEOPLE-20 a sub-account is added on a level, changed and removed; other rights stay as they are", () => {
  const seen = withWatched(OTHER, "7", "see");
  expect([...watchedOf(seen)]).toEqual([
    ["7", "see"],
    ["9", "part"],
  ]);
  const changed = withWatched(seen, "7", "change");
  expect(watchedOf(changed).get("7")).toBe("change");
  const rights = mergePermissions(changed);
  for (const module of SUB_ACCOUNT_FEATURES) {
    expect(holdsRule(rights, module, "read_for", "7"), module).toBe(true);
    expect(holdsRule(rights, module, "write_for", "7"), module).toBe(module !== "dids");
    expect(holdsRule(rights, module, "write_for", "9"), module).toBe(false);
  }
  expect(watchedOf(withWatched(changed, "7", "see")).get("7")).toBe("see");
  expect(withWatched(changed, "7", null)).toEqual(expect.arrayContaining([...OTHER]));
  expect(withWatched(changed, "7", null)).toHaveLength(OTHER.length);
});

it("PEOPLE-20 a right on everybody stays a right on everybody", () => {
  const everybody: Permission = { module: "forward", rule: "read_for" };
  expect(watchesEverybody([everybody])).toBe(true);
  expect(watchesEverybody([{ module: "cdrs", rule: "read_for" }, ...OTHER])).toBe(false);
  expect(withWatched([everybody], "7", "see")).toContainEqual(everybody);
  expect(withWatched(withWatched([everybody], "7", "see"), "7", null)).toEqual([everybody]);
});
