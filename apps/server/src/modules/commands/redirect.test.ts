import type { Permission } from "@callpanel/contract";
import type { CommandGoal, CommandRefusal } from "@callpanel/phone-port";
import { describe, expect, it } from "vitest";
import { callOf, MOVER, openGateway, WATCHER } from "../../../test/open-gateway.ts";
import { createSentLegs, LEFT_QUEUE_MS, SENT_MS } from "./sent-legs.ts";
import { noCallers } from "../queues/index.ts";

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
  // The user's own leg may go to an empty room; the others' call may not follow.
  expect(await peer.ask("redirect", { channel: "own", to: "3WC-12345678" })).toMatchObject({ type: "answer" });
  for (const parts of [{ channel: "ch1", extra: "ch2" }, { channel: "ch1" }, { channel: "ch2" }])
    expect(await peer.ask("redirect", { ...parts, to: "3WC-12345678" })).toMatchObject({ code: "request.forbidden" });
  expect(given).toEqual([{ by: "dave", legIds: ["own"], to: "3WC-12345678" }]);
});

describe("QBOARD-11 a waiting caller", () => {
  const mover: Permission[] = [...WATCHER, { module: "queues", rule: "list_for", targets: ["600", "601"] }];
  const right: Permission = { module: "queues", rule: "execute_redirect_user", targets: ["600"] };

  it("QBOARD-11 is moved in the queue in which the sender saw them, with the right on that queue alone", async () => {
    const given: object[] = [];
    const { join, queues } = openGateway({
      redirect: async (command) => {
        given.push(command);
        return { ok: true, value: undefined };
      },
    });
    for (const number of ["600", "601", "602"]) callerIn(queues, number);
    const peer = await join("dave", [...mover, right], 4);
    expect(await peer.ask("redirect", { channel: "leg 600", to: "103" })).toMatchObject({ type: "answer" });
    expect(await peer.ask("redirect", { channel: "leg 601", to: "103" })).toMatchObject({ code: "request.forbidden" });
    expect(await peer.ask("redirect", { channel: "leg 602", to: "103" })).toMatchObject({ code: "request.notFound" });
    expect(await peer.ask("redirect", { channel: "", to: "103" })).toMatchObject({ code: "request.notFound" });
    const both = { channel: "leg 600", extra: "leg 600", to: "103" };
    expect(await peer.ask("redirect", both)).toMatchObject({ code: "request.notFound" });
    expect(given).toEqual([{ by: "dave", legIds: ["leg 600"], to: "103", waitingIn: "600" }]);
  });

  it("QBOARD-11 MOVE-13 a caller whom the user has moved out of a queue can be sent back there, for a while, and nowhere else", async () => {
    const given: object[] = [];
    const goal: { at: CommandGoal } = { at: { kind: "user", userId: 9 } };
    const gateway = openGateway({
      goalOf: async () => goal.at,
      redirect: async (command) => {
        given.push(command);
        return { ok: true, value: undefined };
      },
    });
    callerIn(gateway.queues, "600");
    const [peer, other] = [
      await gateway.join("dave", [...mover, right], 4),
      await gateway.join("erin", [...mover, right], 5),
    ];
    await peer.ask("redirect", { channel: "leg 600", to: "103" });
    gateway.queues.apply({ kind: "callerLeft", realm: "demo", queueId: "600", callid: "600" });
    expect(await peer.ask("redirect", { channel: "leg 600", to: "104" })).toMatchObject({ code: "request.forbidden" });
    goal.at = { kind: "queue" };
    expect(await peer.ask("redirect", { channel: "leg 600", to: "601" })).toMatchObject({ code: "request.forbidden" });
    expect(await other.ask("redirect", { channel: "leg 600", to: "600" })).toMatchObject({ code: "request.notFound" });
    expect(await peer.ask("redirect", { channel: "leg 600", to: "600" })).toMatchObject({ type: "answer" });
    expect(given.slice(1)).toEqual([{ by: "dave", legIds: ["leg 600"], to: "600", whileUnanswered: true }]);
  });

  it("QBOARD-11 a user who may move the call of the person who answered is not limited to the undo", async () => {
    const given: object[] = [];
    const gateway = openGateway({
      goalOf: async () => ({ kind: "queue" }),
      redirect: async (command) => {
        given.push(command);
        return { ok: true, value: undefined };
      },
    });
    callerIn(gateway.queues, "600");
    const peer = await gateway.join("dave", [...mover, right, ...MOVER], 4);
    await peer.ask("redirect", { channel: "leg 600", to: "103" });
    gateway.queues.apply({ kind: "callerLeft", realm: "demo", queueId: "600", callid: "600" });
    gateway.ring(2, { state: "answered", channel: "leg bob", peerChannel: "leg 600" });
    expect(await peer.ask("redirect", { channel: "leg 600", to: "600" })).toMatchObject({ type: "answer" });
    expect(given.slice(1)).toEqual([{ by: "dave", legIds: ["leg 600"], to: "600" }]);
  });

  it("QBOARD-11 a caller who is answered while the destination is looked up is not moved", async () => {
    const given: object[] = [];
    const board: { queues?: Queues } = {};
    const gateway = openGateway({
      goalOf: async () => {
        board.queues?.apply({ kind: "callerLeft", realm: "demo", queueId: "600", callid: "600" });
        return { kind: "user", userId: 9 };
      },
      redirect: async (command) => {
        given.push(command);
        return { ok: true, value: undefined };
      },
    });
    board.queues = gateway.queues;
    callerIn(gateway.queues, "600");
    const peer = await gateway.join("dave", [...mover, right], 4);
    expect(await peer.ask("redirect", { channel: "leg 600", to: "103" })).toMatchObject({ code: "request.notFound" });
    expect(given).toEqual([]);
  });
});

type Queues = ReturnType<typeof openGateway>["queues"];
function callerIn(queues: Queues, queueId: string): void {
  const of = { realm: "demo", queueId };
  queues.apply({ kind: "configured", ...of, name: queueId, targetSeconds: 20, today: noCallers(0) });
  const caller = { callid: queueId, channel: `leg ${queueId}`, callerNumber: "", callerName: "", enteredAt: 1 };
  queues.apply({ kind: "callerJoined", ...of, index: 0, caller: { ...caller, ringing: [] } });
}

it("RT-18 a destination is required, for a call and for a waiting caller; the phone system decides whether it is valid", async () => {
  const given: object[] = [];
  const gateway = openGateway({
    redirect: async (command) => {
      given.push(command);
      return { ok: false, why: "unknownNumber" };
    },
  });
  gateway.ring(2, { state: "answered", peerChannel: "ch2" });
  callerIn(gateway.queues, "600");
  const waits: Permission[] = ["list_for", "execute_redirect_user"].map((name) => ({ module: "queues", rule: name }));
  const peer = await gateway.join("dave", [...MOVER, ...waits], 4);
  for (const channel of ["ch1", "leg 600"])
    for (const to of ["", "  "])
      expect(await peer.ask("redirect", { channel, to })).toMatchObject({ code: "sipua.error.destination" });
  expect(given).toEqual([]);
  expect(await peer.ask("redirect", { channel: "leg 600", to: "hello" })).toMatchObject({
    code: "sipua.error.destination",
    details: { value: "hello" },
  });
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

it("MOVE-6 MOVE-13 for how long a move can be undone, by the leg: from a call, or out of a queue", () => {
  const at = { now: 0 };
  const sent = createSentLegs({ now: () => at.now });
  sent.note("from a call");
  sent.note("out of a queue", "600");
  const undone = () => [sent.has("from a call"), sent.queueOf("out of a queue")];
  at.now = SENT_MS;
  expect(undone()).toEqual([true, "600"]);
  at.now = LEFT_QUEUE_MS;
  expect(undone()).toEqual([false, "600"]);
  at.now = LEFT_QUEUE_MS + 1;
  expect(undone()).toEqual([false, undefined]);
  // One kind says nothing about the other.
  expect([sent.queueOf("from a call"), sent.has("out of a queue")]).toEqual([undefined, false]);
});
