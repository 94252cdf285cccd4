import { expect, it } from "vitest";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { awayOf, ownPresence } from "./away.model.ts";

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

const FREE: LiveBuddy = {
  presence: "online",
  note: null,
  meeting: null,
  registered: true,
  dnd: false,
  forward: { enabled: false, number: "" },
  followme: null,
  calls: [],
};
const FORWARDED = { ...FREE, forward: { enabled: true, number: "104" } };

it.each([
  ["online", FREE, null],
  ["busy", { ...FREE, dnd: true }, "doNotDisturb"],
  ["online", FORWARDED, "forwarding"],
  ["busy", { ...FORWARDED, dnd: true }, "doNotDisturb"],
  ["oncall", { ...FREE, dnd: true }, null],
  ["offline", FORWARDED, null],
  ["busy", { ...FREE, dnd: null, forward: null }, null],
  ["online", null, null],
] as const)("AVAIL-5 a person who is %s: %#", (presence, live, said) => {
  expect(awayOf(presence, live)).toBe(said);
});
