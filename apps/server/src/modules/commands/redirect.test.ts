import type { CommandRefusal } from "@callpanel/phone-port";
import { expect, it } from "vitest";
import { callOf, MOVER, openGateway } from "../../../test/open-gateway.ts";

it("RT-19 a stranger cannot bring either side of a call to a place where they can hear it: the phone system gets no command", async () => {
  const given: object[] = [];
  const { join, ring, presenceBoard } = openGateway({
    goalOf: async () => ({ kind: "privateRoom", isOpen: true }),
    redirect: async (command) => {
      given.push(command);
      return { ok: true, value: undefined };
    },
  });
  ring(2, { state: "answered", peerChannel: "ch2" });
  const dave = { realm: "demo", userId: 4, exten: "104" };
  presenceBoard.apply({
    kind: "called",
    callid: "echo",
    sides: [{ ...dave, call: callOf({ callid: "echo", channel: "own" }) }],
  });
  const peer = await join("dave", MOVER, 4);
  // One's own leg may go to an empty room; the others' call may not follow.
  expect(await peer.ask("redirect", { channel: "own", to: "3WC-12345678" })).toMatchObject({ type: "answer" });
  for (const parts of [{ channel: "ch1", extra: "ch2" }, { channel: "ch1" }, { channel: "ch2" }])
    expect(await peer.ask("redirect", { ...parts, to: "3WC-12345678" })).toMatchObject({ code: "request.forbidden" });
  expect(given).toEqual([{ by: "dave", legIds: ["own"], to: "3WC-12345678" }]);
});

it("RT-18 redirect sends one or two legs to a number, with the person's own dial plan", async () => {
  const given: object[] = [];
  const { join, ring } = openGateway({
    redirect: async (command) => {
      given.push(command);
      return { ok: true, value: undefined };
    },
  });
  ring(2, { state: "answered", peerChannel: "ch2" });
  const peer = await join("alice", MOVER);
  expect(await peer.ask("redirect", { channel: "ch1", to: "103" })).toEqual({ type: "answer", id: "a1", ok: true });
  await peer.ask("redirect", { channel: "ch1", extra: "ch2", to: "104" });
  expect(given).toEqual([
    { by: "alice", legIds: ["ch1"], to: "103" },
    { by: "alice", legIds: ["ch1", "ch2"], to: "104" },
  ]);
});

it.each(["inland", "abroad", "premium", "unknown"] as const)(
  "TOLL-3 a redirect to an outside number without the right to it is refused with a clear reason: %s",
  async (numberClass) => {
    const why: CommandRefusal = `outside.${numberClass}`;
    const { join, ring } = openGateway({ redirect: async () => ({ ok: false, why }) });
    ring(1, { state: "answered", peerChannel: "ch2" });
    const peer = await join("alice", MOVER);
    expect(await peer.ask("redirect", { channel: "ch1", to: "+19005551234" })).toMatchObject({
      type: "refusal",
      code: `call.outside.${numberClass}`,
    });
  },
);
