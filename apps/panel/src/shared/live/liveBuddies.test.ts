import { expect, it } from "vitest";
import { ownCallOf } from "./liveBuddies.ts";
import type { LiveBuddy } from "./liveBuddies.ts";

const ME: LiveBuddy = {
  presence: "oncall",
  note: null,
  registered: true,
  dnd: false,
  forward: null,
  followme: null,
  meeting: null,
  calls: ["1", "2"].map((one) => ({
    callid: `call-${one}`,
    legCallid: `sip-${one}`,
    user: "102",
    name: "Bob Brandt",
    state: "answered",
    direction: "out",
    channel: `own-${one}`,
    peerChannel: `peer-${one}`,
    recording: "off",
    held: false,
    startedAt: 0,
  })),
};

it("SOFT-25 a softphone's call is found by its Call-ID", () => {
  expect(ownCallOf(ME, "sip-2")).toMatchObject({ channel: "own-2", peerChannel: "peer-2", recording: "off" });
  expect(ownCallOf(ME, "sip-3")).toBeUndefined();
  expect(ownCallOf(ME, undefined)).toBeUndefined();
  expect(ownCallOf(null, "sip-1")).toBeUndefined();
});
