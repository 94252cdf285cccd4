import { expect, it } from "vitest";
import { openGateway, rule, STAFF } from "../test/open-gateway.ts";

it("RT-18 redirect sends a leg, or two, to a number as the person might dial it", async () => {
  const given: object[] = [];
  const { join, ring } = openGateway({
    redirect: async (order) => {
      given.push(order);
      return { ok: true, value: undefined };
    },
  });
  ring(2, { state: "answered", peerChannel: "ch2" });
  const peer = await join("alice", [...STAFF, rule("active_calls", "read")]);
  expect(await peer.ask("redirect", { channel: "ch1", to: "103" })).toEqual({ type: "answer", id: "a1", ok: true });
  await peer.ask("redirect", { channel: "ch1", extra: "ch2", to: "3WC-12345678" });
  expect(given).toEqual([
    { by: "alice", legIds: ["ch1"], to: "103" },
    { by: "alice", legIds: ["ch1", "ch2"], to: "3WC-12345678" },
  ]);
});
