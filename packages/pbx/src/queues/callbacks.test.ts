import { expect, test } from "vitest";
import { FINAL_EVENTS, type QueueSettings } from "@callpanel/phone-port";
import { agentsOf, createQueueWorld, queueOf, type QueueWorld } from "../../test/queue-world.ts";

const RULES = { key: "2", attempts: 2, retrySeconds: 60, expireSeconds: 3_600, most: 2 } as const;
const NUMBER = "+16045550000";

const withCallbacks = (fields: Partial<QueueSettings> = {}): QueueSettings => queueOf({ callbacks: RULES, ...fields });
const ask = (world: QueueWorld, callId: string, number = callId) => world.take({ kind: "askCallback", callId, number });
/** A caller joins from a number of their own. */
const enterFrom = (world: QueueWorld, number: string) =>
  world.take({ kind: "enter", callId: number, queueId: "support", caller: { number, name: "" }, priority: 0 });
const line = (world: QueueWorld) =>
  world.views()[0]?.waiting.map(({ callId, callback }) => (callback === undefined ? callId : `${callId} later`));
/** An agent picks up, and the caller is called. */
function dial(world: QueueWorld, callId: string, agentId = 1): void {
  world.take({ kind: "answered", callId, agentId });
  world.take({ kind: "outcallBegun", callId, agentId });
}
const fail = (world: QueueWorld, callId: string, why: "noAnswer" | "dropped" = "noAnswer", agentId = 1) =>
  world.take({ kind: "outcallFailed", callId, agentId, why });
const steps = ({ rows }: QueueWorld) =>
  rows.flatMap((row) => (row.event === "OUTCALL" ? `${row.step} ${row.attempt}` : []));

test("QCB-10 a callback keeps its place, and is called in turn: the wait is the whole time", () => {
  const world = createQueueWorld([withCallbacks()]);
  for (const callId of ["a", "b", "c"]) enterFrom(world, callId);
  expect(ask(world, "b")).toEqual([{ kind: "callbackTaken", callId: "b" }]);
  expect(line(world)).toEqual(["a", "b later", "c"]);
  world.pass(60);
  world.agents([1]);
  expect(world.ringing("a")).toEqual([1]);
  world.answer("a", 1);
  world.agents([2]);
  expect(world.ringing("b")).toEqual([2]);
  dial(world, "b", 2);
  world.pass(10);
  world.take({ kind: "connected", callId: "b", agentId: 2, agentLegId: "leg2" });
  expect(line(world)).toEqual(["c"]);
  expect(world.rows.at(-1)).toMatchObject({ event: "CONNECT", callId: "b", waitMs: 70_000 });
  world.end("b", "agent");
  expect(world.log.filter((row) => row.includes(" b"))).toEqual([
    "ENTERQUEUE b",
    "OUTCALL b",
    "OUTCALL b ag2",
    "CONNECT b ag2",
    "COMPLETEAGENT b ag2",
  ]);
});

test("QCB-10 a callback is not called while its caller still hears goodbye; others are served meanwhile", () => {
  const world = createQueueWorld([withCallbacks({ agentRingSeconds: 60 })]);
  world.agents([1]);
  enterFrom(world, "a");
  expect(world.ringing("a")).toEqual([1]);
  enterFrom(world, "b");
  ask(world, "a");
  expect([world.ringing("a"), world.ringing("b")]).toEqual([[], [1]]);
  world.agents([2]);
  expect(world.ringing("a")).toEqual([]);
  world.pass(15);
  expect(world.ringing("a")).toEqual([2]);
});

test("QCB-10 it counts for the estimate, and takes nobody's place in a full queue", () => {
  const world = createQueueWorld([withCallbacks({ maxWaiting: 1 })]);
  world.agents([1]);
  enterFrom(world, "z");
  world.answer("z", 1);
  world.pass(100);
  world.end("z");
  world.agents([1], { reachable: true, busy: true });
  enterFrom(world, "a");
  expect(world.engine.admission("support")).toBe("full");
  ask(world, "a");
  expect(world.engine.admission("support")).toBeUndefined();
  expect(world.views()[0]?.estimateMs).toBe(200_000);
});

test("QCB-4 a queue takes only so many, and one for each number; none without a key", () => {
  const world = createQueueWorld([withCallbacks()]);
  for (const callId of ["a", "b", "c", "d"]) enterFrom(world, callId);
  ask(world, "a", NUMBER);
  expect(ask(world, "b", NUMBER)).toEqual([{ kind: "callbackRefused", callId: "b" }]);
  ask(world, "c");
  expect(ask(world, "d")).toEqual([{ kind: "callbackRefused", callId: "d" }]);
  expect(line(world)).toEqual(["a later", "b", "c later", "d"]);
  const without = createQueueWorld([queueOf()]);
  enterFrom(without, "a");
  expect(ask(without, "a")).toEqual([{ kind: "callbackRefused", callId: "a" }]);
});

test("QCB-1 an agent who has answered has the caller", () => {
  const world = createQueueWorld([withCallbacks()]);
  world.agents([1]);
  enterFrom(world, "a");
  world.take({ kind: "answered", callId: "a", agentId: 1 });
  expect(ask(world, "a")).toEqual([]);
  world.take({ kind: "connected", callId: "a", agentId: 1, agentLegId: "leg1" });
  expect(steps(world)).toEqual([]);
});

test("QCB-11 neither the waiting time nor an empty queue ends it, its own time does", () => {
  const world = createQueueWorld([
    withCallbacks({ maxWaitSeconds: 30, leaveWhenEmpty: "noAgents", members: agentsOf(0) }),
  ]);
  enterFrom(world, "a");
  ask(world, "a");
  world.pass(3_599);
  expect(line(world)).toEqual(["a later"]);
  world.pass(1);
  expect(world.rows.at(-1)).toMatchObject({ event: "EXITWITHTIMEOUT", callId: "a", waitMs: 3_600_000 });
  expect(line(world)).toEqual([]);
});

test("QCB-11 a queue that is removed ends it", () => {
  const world = createQueueWorld([withCallbacks()]);
  enterFrom(world, "a");
  ask(world, "a");
  world.take({ kind: "configured", queues: [] });
  expect(world.rows.at(-1)).toMatchObject({ event: "WITHDRAW", callId: "a", why: "queue removed" });
});

test("QCB-12 a caller who calls again takes the place and the priority, also from an agent who is calling", () => {
  const world = createQueueWorld([withCallbacks()]);
  for (const callId of ["a", "b"]) world.enter(callId, "support", callId === "a" ? 1 : 0);
  ask(world, "a", NUMBER);
  enterFrom(world, "c");
  world.enter("a2");
  expect(line(world)).toEqual(["a2", "b", "c"]);
  expect(world.rows.slice(-2)).toMatchObject([
    { event: "WITHDRAW", callId: "a", why: "called again" },
    { event: "ENTERQUEUE", callId: "a2", position: 1 },
  ]);
  ask(world, "a2", NUMBER);
  world.pass(15);
  world.agents([1]);
  dial(world, "a2");
  const decisions = world.enter("a3");
  expect(decisions).toContainEqual({ kind: "stopRinging", callId: "a2", agentId: 1, answered: false });
  expect(world.ringing("a3")).toEqual([1]);
  expect(line(world)).toEqual(["a3", "b", "c"]);
});

test("QCB-12 a caller who cannot join leaves the callback open", () => {
  const world = createQueueWorld([withCallbacks({ maxWaiting: 1 })]);
  world.enter("a");
  ask(world, "a", NUMBER);
  enterFrom(world, "b");
  expect(world.enter("a2")).toMatchObject([{ kind: "leave", why: "full" }]);
  expect(line(world)).toEqual(["a later", "b"]);
});

test("QCB-23, QCB-24 a call in vain is tried again after a while; then the caller is given up", () => {
  const world = createQueueWorld([withCallbacks({ wrapUpSeconds: 30 })]);
  world.agents([1]);
  enterFrom(world, "a");
  ask(world, "a");
  world.pass(15);
  dial(world, "a");
  fail(world, "a");
  enterFrom(world, "b");
  expect(world.ringing("b")).toEqual([1]);
  world.answer("b", 1);
  world.end("b");
  world.pass(59);
  expect(world.views()[0]?.waiting[0]?.ringing).toEqual([]);
  world.pass(1);
  expect(world.views()[0]?.waiting[0]).toMatchObject({ callback: { attempts: 1 }, ringing: [1] });
  dial(world, "a");
  fail(world, "a");
  expect(steps(world)).toEqual(["asked 0", "dialled 1", "noAnswer 1", "dialled 2", "noAnswer 2"]);
  expect(world.rows.at(-1)).toMatchObject({ event: "EXITWITHTIMEOUT", callId: "a" });
  expect(world.views()[0]?.agents[0]?.state).toBe("idle");
});

test("QCB-23 every end of the call to the caller counts as an attempt", () => {
  const world = createQueueWorld([withCallbacks({ members: agentsOf(0, 0) })]);
  world.agents([1, 2]);
  enterFrom(world, "a");
  ask(world, "a");
  world.pass(15);
  dial(world, "a");
  fail(world, "a", "dropped");
  world.pass(60);
  expect(world.views()[0]?.waiting[0]?.ringing).toEqual([2]);
  dial(world, "a", 2);
  // The agent leaves the queue meanwhile.
  world.take({ kind: "configured", queues: [withCallbacks({ members: agentsOf(0) })] });
  expect(steps(world)).toEqual(["asked 0", "dialled 1", "dropped 1", "dialled 2", "dropped 2"]);
  expect(world.rows.at(-1)).toMatchObject({ event: "EXITWITHTIMEOUT" });
});

test("QCB-20 an agent who refuses is logged, and the next one is called", () => {
  const world = createQueueWorld([withCallbacks()]);
  enterFrom(world, "a");
  ask(world, "a");
  world.pass(15);
  world.agents([1, 2]);
  expect(world.ringing("a")).toEqual([1]);
  world.take({ kind: "ringFailed", callId: "a", agentId: 1, why: "declined" });
  expect(world.rows.at(-1)).toMatchObject({ event: "RINGNOANSWER", agentId: 1, refused: true });
  expect(world.views()[0]?.waiting[0]?.ringing).toEqual([2]);
});

test("QCB-13 a restart finds it as it was: place, time of joining, attempts, rest", () => {
  const before = createQueueWorld([withCallbacks()]);
  for (const callId of ["a", "b", "c"]) enterFrom(before, callId);
  ask(before, "a");
  ask(before, "c");
  before.pass(15);
  before.agents([1]);
  dial(before, "a");
  before.pass(10);
  // The process ends while the caller is being called.
  const world = createQueueWorld([withCallbacks({ agentRingSeconds: 600 })]);
  world.pass(25);
  world.take({ kind: "resumed", open: before.fold });
  expect(line(world)).toEqual(["a later", "c later"]);
  expect(world.views()[0]?.waiting[0]?.enteredAt).toBe(before.rows[0]?.at);
  expect(world.log).toEqual(["ABANDON b"]);
  world.agents([1, 2]);
  expect(world.views()[0]?.waiting.map(({ ringing }) => ringing)).toEqual([[], [1]]);
  world.pass(50);
  dial(world, "a", 2);
  fail(world, "a", "noAnswer", 2);
  expect(steps(world)).toEqual(["dialled 2", "noAnswer 2"]);
  expect(world.rows.findLast(({ callId }) => callId === "a")?.event).toBe("EXITWITHTIMEOUT");
});

test("QCB-13 a callback of a queue that is gone ends", () => {
  const before = createQueueWorld([withCallbacks()]);
  enterFrom(before, "a");
  ask(before, "a");
  const world = createQueueWorld([]);
  world.take({ kind: "resumed", open: before.fold });
  expect(world.rows).toMatchObject([{ event: "WITHDRAW", callId: "a" }, { event: "QUEUESTART" }]);
});

test("QCB-14 a callback that is removed is withdrawn, with the person in the log", () => {
  const world = createQueueWorld([withCallbacks()]);
  enterFrom(world, "a");
  ask(world, "a");
  world.take({ kind: "exit", callId: "a", how: { kind: "hungUp" } });
  expect(line(world)).toEqual(["a later"]);
  world.take({ kind: "exit", callId: "a", how: { kind: "withdrawn", why: "callback removed", by: 9 } });
  expect(world.rows.at(-1)).toMatchObject({ event: "WITHDRAW", callId: "a", why: "callback removed", by: 9 });
});

test("QCB-2 it is offered where nothing else is announced, and no longer once the caller has hung up", () => {
  const world = createQueueWorld([withCallbacks()]);
  enterFrom(world, "a");
  expect(world.pass(1)).toEqual([
    { kind: "announce", callId: "a", position: undefined, estimateMs: undefined, callbackKey: "2" },
  ]);
  ask(world, "a");
  expect(world.pass(600).filter(({ kind }) => kind === "announce")).toEqual([]);
});

test("QCB-15 callbacks that another system left open are taken over with their attempts, without a second start", () => {
  const before = createQueueWorld([withCallbacks()]);
  before.take({ kind: "resumed", open: before.fold });
  enterFrom(before, "a");
  ask(before, "a");
  enterFrom(before, "live");
  before.pass(15);
  const world = createQueueWorld([withCallbacks()], 2, { from: before.now + 40_000, read: [] });
  world.take({ kind: "resumed", open: world.fold });
  enterFrom(world, "own");
  const { length } = world.rows;
  world.take({ kind: "tookOver", open: before.fold });
  expect(world.rows.slice(length)).toMatchObject([{ event: "ABANDON", callId: "live" }]);
  expect(world.views()[0]?.waiting.map(({ callId, callback }) => [callId, callback?.attempts])).toEqual([
    ["a", 0],
    ["own", undefined],
  ]);
  world.agents([1]);
  expect([world.ringing("a"), world.ringing("own")]).toEqual([[1], []]);
});

test("QCB-15 a callback that is another system's now leaves the line, and nothing of it is written", () => {
  const world = createQueueWorld([withCallbacks()]);
  enterFrom(world, "a");
  ask(world, "a");
  enterFrom(world, "b");
  world.pass(15);
  world.agents([1]);
  expect(world.ringing("a")).toEqual([1]);
  const ends = () => world.rows.filter(({ event, callId }) => callId === "a" && FINAL_EVENTS.has(event));
  world.take({ kind: "lost", callId: "b" });
  expect(world.views()[0]?.waiting.map(({ callId }) => callId)).toEqual(["a", "b"]);
  world.take({ kind: "lost", callId: "a" });
  expect(world.views()[0]?.waiting.map(({ callId }) => callId)).toEqual(["b"]);
  expect([ends(), world.ringing("b")]).toEqual([[], [1]]);
});
