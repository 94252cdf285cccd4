import { expect, it } from "vitest";
import { MOVER, openGateway, rule } from "../../../test/open-gateway.ts";

it.each([
  ["ch2", "ch2"],
  [undefined, null],
] as const)(
  "RT-18 bridgeinfo returns the bridge and the far end's leg, if there is one: %s",
  async (peerLegId, told) => {
    const { join, ring } = openGateway({ bridgeOf: async () => ({ ok: true, value: { bridgeId: "b1", peerLegId } }) });
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
    bridgeOf: async () => ({ ok: true, value: { bridgeId: bridgeid, peerLegId: undefined } }),
  });
  ring(2, { state: "answered", channel: "bob" });
  enter(bridgeid, 2, "bob");
  enter(bridgeid, 3, "carol");
  const [dave, carol] = [await join("dave", MOVER, 4), await join("carol", MOVER, 3)];
  expect(await dave.ask("bridgeinfo", { channel: "bob" })).toMatchObject({ code: "request.forbidden" });
  expect(await carol.ask("bridgeinfo", { channel: "bob" })).toMatchObject({ result: { bridgeid } });
});

it("RT-12 bridgeinfo returns nothing about a call into which the leg moved in the meantime, and which the sender may not see", async () => {
  let moved = (): void => undefined;
  const { join, ring, presenceBoard } = openGateway({
    bridgeOf: async () => {
      moved();
      return { ok: true, value: { bridgeId: "c2", peerLegId: "ch3" } };
    },
  });
  ring(1, { peerChannel: "ch2" });
  const alice = await join("alice", [rule("configs", "read"), rule("active_calls", "read")]);
  moved = () => presenceBoard.apply({ kind: "ended", end: { callid: "c1", how: "TERMINATED" } });
  expect(await alice.ask("bridgeinfo", { channel: "ch2" })).toMatchObject({
    type: "refusal",
    code: "request.notFound",
  });
});
