import type { BuddyCall } from "@callpanel/contract";
import { expect, test } from "vitest";
import { offersOf } from "./offers.model.ts";

const CALL: BuddyCall = {
  callid: "c1",
  legCallid: "l1",
  user: "101",
  name: "Alice Archer",
  state: "early",
  direction: "in",
  channel: "ch1",
  peerChannel: "",
  recording: "off",
  held: false,
  startedAt: 0,
};

test("BUDDIES-30 a call that rings at a colleague's phone can be picked up, an outgoing one cannot", () => {
  expect(offersOf([])).toEqual({ pickUp: false, listen: false });
  expect(offersOf([CALL])).toEqual({ pickUp: true, listen: false });
  expect(offersOf([{ ...CALL, direction: "out" }])).toEqual({ pickUp: false, listen: false });
});

test("BUDDIES-31 listening in is possible while a colleague talks, on incoming and outgoing calls", () => {
  expect(offersOf([{ ...CALL, state: "answered" }])).toEqual({ pickUp: false, listen: true });
  expect(offersOf([{ ...CALL, state: "answered", direction: "out" }, CALL])).toEqual({ pickUp: true, listen: true });
});
