import type { LegQuality } from "@callpanel/phone-port";
import { expect, it } from "vitest";
import { byWorstSound, callSound } from "./call-sound.ts";

const side = (packetsReceived: number, packetsLost: number, jitterMs: number): LegQuality => ({
  codec: "opus",
  packetsReceived,
  packetsSent: 0,
  packetsLost,
  jitterMs,
});

it("STORY-8 the sound of a call is the worse of both sides, value by value", () => {
  const caller = side(90, 10, 5);
  const callee = side(400, 0, 21);
  expect(callSound({ caller, callee })).toEqual({ lostPercent: 10, jitterMs: 21, mos: null });
  expect(callSound({ caller, callee: undefined })).toEqual({ lostPercent: 10, jitterMs: 5, mos: null });
});

it("STORY-8 a side that got no packet is not measured", () => {
  expect(callSound({ caller: side(0, 0, 900), callee: undefined })).toBeUndefined();
  expect(callSound({ caller: side(0, 0, 900), callee: side(10, 0, 1) })).toEqual({
    lostPercent: 0,
    jitterMs: 1,
    mos: null,
  });
});

it("STORY-8 most lost packets come first, then more jitter", () => {
  const calls = [
    { lostPercent: 0, jitterMs: 40, mos: null },
    { lostPercent: 2, jitterMs: 1, mos: 4 },
    { lostPercent: 0, jitterMs: 90, mos: null },
  ];
  expect(calls.toSorted(byWorstSound).map(({ jitterMs }) => jitterMs)).toEqual([1, 90, 40]);
});
