import type { PhoneEvent } from "@callpanel/phone-port";
import { expect, it } from "vitest";
import { createCallListeners } from "./call-listeners.ts";

const CAROL = { number: "103", name: "Carol Chen", userId: 3 };
const ALICE = { number: "101", name: "Alice Archer", userId: 1 };
type Step = "listeningStarted" | "listeningChanged" | "listeningEnded";
const step = (
  kind: Step,
  at: number,
  parts: { legId?: string; watchedLegId?: string; mode?: "whisper" } = {},
): PhoneEvent => ({
  kind,
  at,
  realm: "demo",
  legId: "ear",
  listener: CAROL,
  watched: ALICE,
  watchedLegId: "a1",
  watchedSide: "caller",
  mode: "monitor",
  ...parts,
});
const call = (startedAt: number, endedAt: number, ...legIds: string[]) => ({ startedAt, endedAt, legIds });

it("CDR-15 a call's record says who listened to it, from when to when and how", () => {
  const { take, of } = createCallListeners();
  take(step("listeningStarted", 20));
  take(step("listeningChanged", 30, { mode: "whisper" }));
  take(step("listeningChanged", 31));
  take(step("listeningEnded", 40));
  const heard = { listener: CAROL, watched: ALICE, mode: "whisper" };
  expect(of(call(10, 50, "a1", "b1"))).toEqual([{ ...heard, from: 20, to: 40 }]);
  expect(of(call(10, 50, "b1"))).toEqual([]);
  expect(of(call(41, 50, "a1"))).toEqual([]);
});

it("CDR-15 listening follows the watched leg to its next call and is split between the calls; also if it lasts until the call ends", () => {
  const { take, of } = createCallListeners();
  take(step("listeningStarted", 20));
  expect(of(call(10, 30, "a1", "b1"))).toMatchObject([{ from: 20, to: 30 }]);
  take(step("listeningEnded", 60, { watchedLegId: "a2" }));
  expect(of(call(30, 50, "a1", "c1"))).toMatchObject([{ from: 30, to: 50 }]);
  expect(of(call(50, 70, "a2"))).toMatchObject([{ from: 50, to: 60 }]);
});
