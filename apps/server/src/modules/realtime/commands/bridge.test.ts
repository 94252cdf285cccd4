import { expect, it } from "vitest";
import { openGateway, rule, STAFF } from "../test/open-gateway.ts";

it.each([
  ["ch2", "ch2"],
  [undefined, null],
] as const)(
  "RT-18 bridgeinfo tells the bridge and the far end's leg, where there is one: %s",
  async (peerLegId, told) => {
    const { join, ring } = openGateway({ bridgeOf: () => ({ ok: true, value: { bridgeId: "b1", peerLegId } }) });
    ring();
    const peer = await join("alice", [...STAFF, rule("active_calls", "read")]);
    expect(await peer.ask("bridgeinfo", { channel: "ch1" })).toMatchObject({
      type: "answer",
      result: { bridgeid: "b1", bridgePeer: told },
    });
  },
);
