import { expect, it } from "vitest";
import { companyChoices, removedBefore, removesSome, roomChoices } from "./keeping.model.ts";

const DAY_MS = 86_400_000;
const NOW = 1_000 * DAY_MS;
const FREE = { company: null, allowed: "any", own: null } as const;

it("CHATUI-50 owners are offered what the company allows, and the current setting", () => {
  expect(roomChoices(FREE)).toEqual([null, 30, 90, 365, 0]);
  expect(roomChoices({ company: 90, allowed: "shorter", own: null })).toEqual([null, 30, 90]);
  expect(roomChoices({ company: null, allowed: "shorter", own: 7 })).toEqual([null, 7, 30, 90, 365]);
  // What is no longer allowed cannot be chosen again.
  expect(roomChoices({ company: 90, allowed: "shorter", own: 0 })).toEqual([null, 30, 90]);
  expect(roomChoices({ company: 90, allowed: "none", own: 30 })).toEqual([null]);
});

it("CHATUI-50 a choice removes messages only if it is shorter than the current one", () => {
  expect(removedBefore(FREE, 30, NOW)).toBe(NOW - 30 * DAY_MS);
  expect(removedBefore({ ...FREE, own: 30 }, 90, NOW)).toBeNull();
  expect(removedBefore({ ...FREE, own: 30 }, 0, NOW)).toBeNull();
  expect(removedBefore({ ...FREE, own: 0, company: 20 }, null, NOW)).toBe(NOW - 20 * DAY_MS);
  expect(removedBefore({ ...FREE, own: 30 }, 30, NOW)).toBeNull();
});

it("CHATUI-51 a shorter time of the company removes messages, and another rule for rooms may do so too", () => {
  const now = { days: 90, rooms: "shorter" } as const;
  expect(companyChoices(10)).toEqual([10, 30, 90, 365, 730, null]);
  expect(removesSome(now, now)).toBe(false);
  expect(removesSome({ ...now, days: null }, now)).toBe(false);
  expect(removesSome({ ...now, days: 365 }, now)).toBe(false);
  expect(removesSome({ ...now, days: 30 }, now)).toBe(true);
  expect(removesSome({ ...now, rooms: "any" }, now)).toBe(true);
});
