import type { PhoneCommands } from "@callpanel/phone-port";
import { describe, expect, it } from "vitest";
import { openGateway, rule, STAFF } from "../../../test/open-gateway.ts";

const CALLS = [
  rule("active_calls", "read"),
  rule("active_calls", "execute_record"),
  rule("active_calls", "execute_callspy"),
  rule("active_calls", "execute_redirect"),
];
/** May not see calls of others. */
const BLIND = [rule("configs", "read"), ...CALLS];
const TOUCHING = [
  ["redirect", { to: "103" }],
  ["bridgeinfo", {}],
  ["MixMonitor", {}],
  ["StopMixMonitor", {}],
  ["MixMonitorMute", { muted: true }],
  ["ChanSpyMode", { mode: "whisper" }],
  ["Setvar", { variable: "x", value: "y" }],
] as const;

function openWithOrders() {
  const given: string[] = [];
  const done = (name: keyof PhoneCommands) => async () => {
    given.push(name);
    return { ok: true, value: undefined } as const;
  };
  const gateway = openGateway({
    goalOf: async () => ({ kind: "user", userId: 9 }),
    redirect: done("redirect"),
    bridgeOf: async () => ({ ok: true, value: { bridgeId: "b1", peerLegId: undefined } }),
    startRecording: done("startRecording"),
    stopRecording: done("stopRecording"),
    pauseRecording: done("pauseRecording"),
    setListening: done("setListening"),
    setVariable: done("setVariable"),
  });
  return { ...gateway, given };
}

describe("commands about a channel", () => {
  it.each(TOUCHING)(
    "RT-12 an unknown channel and one of an unseen call give the same error: %s",
    async (name, parts) => {
      const { join, ring, given } = openWithOrders();
      ring(2);
      const peer = await join("erin", BLIND, 5);
      const refusals = [
        await peer.ask(name, { ...parts, channel: "ch1" }),
        await peer.ask(name, { ...parts, channel: "nowhere" }),
        await peer.ask(name, { ...parts, channel: "" }),
      ];
      for (const refusal of refusals) expect(refusal).toMatchObject({ type: "refusal", code: "request.notFound" });
      expect(new Set(refusals.map((refusal) => JSON.stringify({ ...refusal, id: "" }))).size).toBe(1);
      expect(given).toEqual([]);
    },
  );

  it.each(TOUCHING)("RT-12 users can act on their own call without seeing others': %s", async (name, parts) => {
    const { join, ring } = openWithOrders();
    ring(5);
    const peer = await join("erin", BLIND, 5);
    expect(await peer.ask(name, { ...parts, channel: "ch1" })).toMatchObject({ type: "answer" });
  });

  it.each(TOUCHING.filter(([name]) => name !== "ChanSpyMode"))(
    "RT-12 a call that one sees can be acted on, on both sides: %s",
    async (name, parts) => {
      const { join, ring } = openWithOrders();
      ring(2, { state: "answered", answeredAt: 2, peerChannel: "ch2" });
      const peer = await join("carol", [...STAFF, ...CALLS], 3);
      for (const channel of ["ch1", "ch2"])
        expect(await peer.ask(name, { ...parts, channel })).toMatchObject({ type: "answer" });
    },
  );

  it("RT-12 only the listener may set who hears them", async () => {
    const { join, ring, given } = openWithOrders();
    ring(2);
    const peer = await join("carol", [...STAFF, ...CALLS], 3);
    const asked = { channel: "ch1", mode: "fullbarge" };
    expect(await peer.ask("ChanSpyMode", asked)).toMatchObject({ code: "request.notFound" });
    expect(given).toEqual([]);
  });

  it("RT-12 every channel of a redirect must be visible", async () => {
    const { join, ring, given } = openWithOrders();
    ring(5);
    ring(2, { callid: "c2", channel: "ch9" });
    const peer = await join("erin", BLIND, 5);
    const asked = { channel: "ch1", extra: "ch9", to: "800" };
    expect(await peer.ask("redirect", asked)).toMatchObject({ code: "request.notFound" });
    expect(given).toEqual([]);
  });

  it("RT-12 a call that has ended is unknown", async () => {
    const { join, ring, presenceBoard } = openWithOrders();
    ring(5);
    presenceBoard.apply({ kind: "ended", end: { callid: "c1", how: "TERMINATED" } });
    const peer = await join("erin", BLIND, 5);
    expect(await peer.ask("redirect", { channel: "ch1", to: "103" })).toMatchObject({ code: "request.notFound" });
  });
});
