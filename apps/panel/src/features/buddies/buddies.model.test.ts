import { expect, it } from "vitest";
import { ownPresence, rangeOf } from "./buddies.model.ts";

const phone = (
  status: "registered" | "connecting" | "not-registered",
  call: "idle" | "ringing" | "on-call" | "muted" | "on-hold",
) => ({
  status,
  call,
  missedCount: 0,
});

it("BUDDIES-1 the range of a page, and of none", () => {
  expect(rangeOf({ page: 1, search: "" }, 24)).toEqual({ from: 19, to: 24, pageCount: 2 });
  expect(rangeOf({ page: 0, search: "" }, 0)).toEqual({ from: 0, to: 0, pageCount: 0 });
});

it.each([
  ["offline", phone("registered", "idle"), "online"],
  ["online", phone("not-registered", "idle"), "online"],
  ["online", phone("registered", "ringing"), "ringing"],
  ["online", phone("registered", "on-hold"), "oncall"],
  ["away", phone("registered", "idle"), "away"],
] as const)("BUDDIES-5 listed %s, the own phone %o: %s", (listed, button, shown) => {
  expect(ownPresence(listed, button)).toBe(shown);
});
