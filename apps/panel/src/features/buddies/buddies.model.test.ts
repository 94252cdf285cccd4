import { expect, it } from "vitest";
import { ownPresence } from "./buddies.model.ts";

const phone = (
  status: "registered" | "connecting" | "not-registered",
  call: "idle" | "ringing" | "on-call" | "muted" | "on-hold",
) => ({
  status,
  call,
  missedCount: 0,
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
