import { expect, test } from "vitest";
import { agentsOf, createQueueWorld, queueOf } from "../../test/queue-world.ts";

const positions = (world: ReturnType<typeof createQueueWorld>) =>
  world
    .views()[0]
    ?.waiting.map(({ callId }) => callId)
    .join(" ");

test("QUE-1 a caller joins behind the same and higher priorities, ahead of lower ones", () => {
  const world = createQueueWorld([queueOf()]);
  for (const [callId, priority] of [
    ["a", 0],
    ["b", 5],
    ["c", 0],
    ["d", 5],
    ["e", 9],
  ] as const)
    world.enter(callId, "support", priority);
  expect(positions(world)).toBe("e b d a c");
  expect(world.rows.map((row) => ("position" in row ? row.position : 0))).toEqual([1, 1, 3, 2, 1]);
});

test("QUE-2 a full queue accepts no more callers and writes nothing about them", () => {
  const world = createQueueWorld([queueOf({ maxWaiting: 1, overflowTo: "105" })]);
  world.enter("a");
  const before = world.rows.length;
  expect(world.enter("b")).toEqual([{ kind: "leave", callId: "b", why: "full", to: "105" }]);
  expect(world.enter("c", "nowhere")).toEqual([{ kind: "leave", callId: "c", why: "unknown" }]);
  expect(world.rows.length).toBe(before);
  world.take({ kind: "exit", callId: "a", how: { kind: "hungUp" } });
  expect(world.enter("b")).toMatchObject([{ kind: "wait", position: 1 }]);
});

test("QUE-3 a caller who hangs up is out of the line, and the phones stop ringing", () => {
  const world = createQueueWorld([queueOf({ strategy: "ringAll" })]);
  world.agents([1, 2]);
  world.enter("a");
  expect(world.ringing("a")).toEqual([1, 2]);
  world.pass(4);
  world.take({ kind: "exit", callId: "a", how: { kind: "hungUp" } });
  expect(world.ringing("a")).toEqual([]);
  expect(world.log).toEqual(["ENTERQUEUE a", "RINGCANCELED a ag1", "RINGCANCELED a ag2", "ABANDON a"]);
  expect(world.rows.at(-1)).toMatchObject({ position: 1, originalPosition: 1, waitMs: 4_000 });
  world.enter("b");
  expect(world.ringing("b")).toEqual([1, 2]);
});

test("QUE-4 the exit key leads to its destination, other keys nowhere", () => {
  const world = createQueueWorld([queueOf({ exit: { key: "0", to: "105" } })]);
  world.enter("a");
  world.enter("b");
  world.pass(7);
  expect(world.take({ kind: "exit", callId: "b", how: { kind: "key", key: "1" } })).toEqual([]);
  expect(world.take({ kind: "exit", callId: "b", how: { kind: "key", key: "0" } })).toEqual([
    { kind: "leave", callId: "b", why: "key", to: "105" },
  ]);
  expect(world.rows.at(-1)).toMatchObject({ event: "EXITWITHKEY", key: "0", position: 2, waitMs: 7_000 });
});

test("QUE-5 the maximum waiting time leads to the overflow destination, but cuts off no ringing agent", () => {
  const world = createQueueWorld([queueOf({ maxWaitSeconds: 20, overflowTo: "105", agentRingSeconds: 15 })]);
  world.enter("a");
  expect(world.pass(20)).toEqual([{ kind: "leave", callId: "a", why: "timeout", to: "105" }]);
  world.enter("b");
  world.pass(10);
  world.agents([1]);
  world.pass(12);
  expect(world.ringing("b")).toEqual([1]);
  world.agents([2]);
  expect(world.pass(3)).toMatchObject([
    { kind: "stopRinging", agentId: 1 },
    { kind: "leave", why: "timeout" },
  ]);
  expect(world.rows.at(-1)).toMatchObject({ event: "EXITWITHTIMEOUT", waitMs: 25_000 });
});

test("QUE-6 a caller whom a person moves elsewhere is withdrawn", () => {
  const world = createQueueWorld([queueOf()]);
  world.agents([1]);
  world.enter("a");
  world.take({ kind: "exit", callId: "a", how: { kind: "withdrawn", why: "to 103", by: 9 } });
  expect(world.log).toEqual(["ENTERQUEUE a", "RINGCANCELED a ag1", "WITHDRAW a"]);
  expect(world.rows.at(-1)).toMatchObject({ why: "to 103", by: 9, position: 1 });
});

test("QUE-7 callers of a removed queue go to its overflow destination; connected calls go on", () => {
  const world = createQueueWorld([queueOf({ overflowTo: "105", members: agentsOf(0) })]);
  world.agents([1]);
  world.enter("a");
  world.answer("a", 1);
  world.enter("b");
  expect(world.take({ kind: "configured", queues: [] })).toEqual([
    { kind: "leave", callId: "b", why: "removed", to: "105" },
  ]);
  world.pass(30);
  world.end("a", "agent");
  expect(world.rows.at(-1)).toMatchObject({ event: "COMPLETEAGENT", callId: "a", agentId: 1, talkMs: 30_000 });
  expect(world.told).toEqual([]);
});

test("QUE-50 position and wait are announced first, then at intervals, and not while phones ring", () => {
  const announce = { position: true, wait: true, firstSeconds: 5, everySeconds: 20 };
  const world = createQueueWorld([queueOf({ announce, members: agentsOf(0) })]);
  world.enter("a");
  world.enter("b");
  const told = (seconds: number) =>
    world.pass(seconds).flatMap((one) => (one.kind === "announce" ? [`${one.callId}${one.position}`] : []));
  expect(told(4)).toEqual([]);
  expect(told(1)).toEqual(["a1", "b2"]);
  expect(told(20)).toEqual(["a1", "b2"]);
  world.pass(15);
  world.agents([1]);
  expect(told(5)).toEqual(["b2"]);
});

test("QUE-51 the estimate follows calls, positions and agents, and is unknown before the first call", () => {
  const announce = { position: false, wait: true, firstSeconds: 5, everySeconds: 20 };
  const world = createQueueWorld([queueOf({ announce, wrapUpSeconds: 20, members: agentsOf(0, 0) })]);
  const estimates = (seconds: number) =>
    world.pass(seconds).flatMap((one) => (one.kind === "announce" ? [one.estimateMs] : []));
  world.enter("a");
  expect(estimates(5)).toEqual([undefined]);
  world.agents([1]);
  world.answer("a", 1);
  world.pass(80);
  world.end("a");
  world.take({ kind: "pause", agentId: 1, queueId: "support", reason: "" });
  world.enter("b");
  expect(estimates(5)).toEqual([undefined]);
  world.agents([2], { busy: true });
  world.enter("c");
  expect(estimates(5)).toEqual([200_000]);
});

test("QLOG-1 an answered call has one beginning, one CONNECT and one end, and the times add up", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0) })]);
  world.enter("a");
  world.pass(6);
  world.agents([1]);
  world.pass(3);
  world.answer("a", 1);
  world.pass(40);
  world.end("a");
  world.end("a", "agent");
  expect(world.rows).toMatchObject([
    { event: "ENTERQUEUE", number: "+16045550000", name: "a", position: 1 },
    { event: "CONNECT", agentId: 1, waitMs: 9_000, ringMs: 3_000, agentLegId: "leg1" },
    { event: "COMPLETECALLER", agentId: 1, waitMs: 9_000, talkMs: 40_000, originalPosition: 1 },
  ]);
});

test("QLOG-1 a transfer is the end instead", () => {
  const world = createQueueWorld([queueOf({ strategy: "roundRobin", members: agentsOf(0, 0) })]);
  world.agents([1, 2]);
  for (const [callId, agentId, kind] of [
    ["a", 1, "blindTransfer"],
    ["b", 2, "attendedTransfer"],
  ] as const) {
    world.enter(callId);
    world.answer(callId, agentId);
    world.take({ kind: "ended", callId, how: { kind, to: "103" } });
  }
  expect(world.rows.filter((row) => "to" in row)).toMatchObject([
    { event: "BLINDTRANSFER", to: "103", agentId: 1 },
    { event: "ATTENDEDTRANSFER", to: "103", agentId: 2 },
  ]);
  expect(world.log.filter((line) => line.startsWith("COMPLETE"))).toEqual([]);
});
