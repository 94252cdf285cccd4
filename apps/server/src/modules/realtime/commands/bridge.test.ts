import { expect, it } from "vitest";
import { MOVER, openGateway } from "../test/open-gateway.ts";

it.each([
  ["ch2", "ch2"],
  [undefined, null],
] as const)(
  "RT-18 bridgeinfo returns the bridge and the far end's leg, if there is one: %s",
  async (peerLegId, told) => {
    const { join, ring } = openGateway({ bridgeOf: () => ({ ok: true, value: { bridgeId: "b1", peerLegId } }) });
    ring();
    const peer = await join("alice", MOVER);
    expect(await peer.ask("bridgeinfo", { channel: "ch1" })).toMatchObject({
      type: "answer",
      result: { bridgeid: "b1", bridgePeer: told },
    });
  },
);

it("ROOM-11 bridgeinfo returns the number of a three-way call only to its members", async () => {
  const bridgeid = "3WC-12345678";
  const { join, ring, enter } = openGateway({
    bridgeOf: () => ({ ok: true, value: { bridgeId: bridgeid, peerLegId: undefined } }),
  });
  ring(2, { state: "answered", channel: "bob" });
  enter(bridgeid, 2, "bob");
  enter(bridgeid, 3, "carol");
  const [dave, carol] = [await join("dave", MOVER, 4), await join("carol", MOVER, 3)];
  expect(await dave.ask("bridgeinfo", { channel: "bob" })).toMatchObject({ code: "request.forbidden" });
  expect(await carol.ask("bridgeinfo", { channel: "bob" })).toMatchObject({ result: { bridgeid } });
});
