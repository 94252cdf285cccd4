import { expect, test } from "vitest";
import { agentsOf, createQueueWorld, queueOf } from "../../test/queue-world.ts";

const SALES = { id: "sales", number: "601", name: "Sales" };
const stateOf = (world: ReturnType<typeof createQueueWorld>, agentId: number, queueId = "support") =>
  world
    .views()
    .find(({ id }) => id === queueId)
    ?.agents.find((agent) => agent.agentId === agentId)?.state;

test("QUE-20 only agents who are free are rung: with a phone, not paused, in no call", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0, 0, 0, 0) })]);
  world.agents([2, 3]);
  world.agents([4], { busy: true });
  world.take({ kind: "pause", agentId: 2, queueId: "support", reason: "meeting" });
  world.enter("a");
  world.enter("b");
  expect([world.ringing("a"), world.ringing("b")]).toEqual([[3], []]);
  expect([1, 2, 3, 4].map((agentId) => stateOf(world, agentId))).toEqual(["offline", "paused", "ringing", "talking"]);
  world.agents([4]);
  expect(world.ringing("b")).toEqual([4]);
});

test("QUE-20 with ring-in-use agents in other calls are rung, but not those in queue calls", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0), ringInUse: true })]);
  world.agents([1], { busy: true });
  world.enter("a");
  world.enter("b");
  expect([world.ringing("a"), world.ringing("b")]).toEqual([[1], []]);
  world.answer("a", 1);
  expect(world.ringing("b")).toEqual([]);
});

test("QUE-21 an agent gets the caller of the heaviest queue, then the one who waits longest", () => {
  const vip = queueOf({ id: "vip", number: "602", weight: 5, members: agentsOf(0) });
  const world = createQueueWorld([queueOf({ members: agentsOf(0) }), queueOf({ ...SALES, members: agentsOf(0) }), vip]);
  world.enter("a", "sales");
  world.pass(1);
  world.enter("b");
  world.pass(1);
  world.enter("c", "vip");
  world.agents([1]);
  const rung = () => world.decisions.flatMap((one) => (one.kind === "ring" ? [one.callId] : []));
  for (let done = 0; done < 3; done += 1) {
    const callId = rung().at(-1) ?? "";
    world.answer(callId, 1);
    world.end(callId);
  }
  expect(rung()).toEqual(["c", "a", "b"]);
});

test("QUE-22 an agent of two queues never has two calls", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0) }), queueOf({ ...SALES, members: agentsOf(0) })]);
  world.agents([1]);
  world.enter("a");
  world.enter("b", "sales");
  expect([world.ringing("a"), world.ringing("b")]).toEqual([[1], []]);
  expect(stateOf(world, 1, "sales")).toBe("ringing");
  world.answer("a", 1);
  world.agents([1]);
  expect(world.ringing("b")).toEqual([]);
  world.end("a");
  expect(world.ringing("b")).toEqual([1]);
});

test("QUE-23 an agent who does not answer or refuses is logged, and the next one is called", () => {
  const world = createQueueWorld([queueOf()]);
  world.agents([1, 2, 3]);
  world.enter("a");
  world.pass(15);
  expect(world.ringing("a")).toEqual([2]);
  world.pass(2);
  world.take({ kind: "ringFailed", callId: "a", agentId: 2, why: "declined" });
  world.take({ kind: "ringFailed", callId: "a", agentId: 3, why: "unreachable" });
  expect(world.rows.slice(1)).toMatchObject([
    { event: "RINGNOANSWER", agentId: 1, ringMs: 15_000 },
    { event: "RINGNOANSWER", agentId: 2, ringMs: 2_000, refused: true },
  ]);
  expect(world.rows[1]).not.toHaveProperty("refused");
  expect(world.views()[0]?.agents.map(({ missedCount }) => missedCount)).toEqual([1, 1, 0]);
});

test("QUE-24 the phone that is picked up first gets the call, the others stop", () => {
  const world = createQueueWorld([queueOf({ strategy: "ringAll" })]);
  world.agents([1, 2, 3]);
  world.enter("a");
  world.enter("b");
  expect(
    world.take({ kind: "answered", callId: "a", agentId: 2 }).filter(({ kind }) => kind === "stopRinging"),
  ).toEqual([
    { kind: "stopRinging", callId: "a", agentId: 1, answered: true },
    { kind: "stopRinging", callId: "a", agentId: 3, answered: true },
  ]);
  expect(world.take({ kind: "answered", callId: "a", agentId: 1 })).toEqual([]);
  expect(world.ringing("b")).toEqual([1, 3]);
});

test.each([
  ["dumped", "AGENTDUMP"],
  ["incompatible", "SYSCOMPAT"],
] as const)("QUE-24 a caller keeps their place when the agent %s before they are heard", (why, event) => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0, 0) })]);
  world.agents([1]);
  world.enter("a");
  world.enter("b");
  world.take({ kind: "answered", callId: "a", agentId: 1 });
  world.take({ kind: "ringFailed", callId: "a", agentId: 1, why });
  expect(world.rows.at(-1)).toMatchObject({ event, callId: "a", agentId: 1 });
  world.agents([2]);
  expect(world.ringing("a")).toContain(2);
  expect(world.ringing("b")).toEqual([]);
});

test("QUE-25 an agent who did not answer is not called during the retry time, by any queue", () => {
  const world = createQueueWorld([
    queueOf({ members: agentsOf(0), retrySeconds: 8 }),
    queueOf({ ...SALES, members: agentsOf(0) }),
  ]);
  world.agents([1]);
  world.enter("a");
  world.take({ kind: "ringFailed", callId: "a", agentId: 1, why: "declined" });
  const before = world.decisions.length;
  world.enter("b", "sales");
  world.pass(7.9);
  expect(world.decisions.slice(before)).toMatchObject([{ kind: "wait", callId: "b" }]);
  world.pass(0.1);
  expect(world.decisions.at(-1)).toEqual({ kind: "ring", callId: "a", agentId: 1 });
});

test("QUE-26 wrap-up holds for all queues, until the agent unpauses", () => {
  const world = createQueueWorld([
    queueOf({ members: agentsOf(0), wrapUpSeconds: 30 }),
    queueOf({ ...SALES, members: agentsOf(0) }),
  ]);
  const call = (callId: string): void => {
    world.enter(callId);
    world.answer(callId, 1);
    world.end(callId);
  };
  world.agents([1]);
  call("a");
  world.enter("b", "sales");
  expect([stateOf(world, 1), stateOf(world, 1, "sales")]).toEqual(["wrapup", "wrapup"]);
  world.pass(29);
  expect(world.ringing("b")).toEqual([]);
  expect(world.rows.find(({ event }) => event === "COMPLETECALLER")).toMatchObject({ wrapUpMs: 30_000 });
  world.pass(1);
  expect(world.ringing("b")).toEqual([1]);
  world.answer("b", 1);
  world.end("b");
  call("c");
  world.enter("d");
  expect(world.ringing("d")).toEqual([]);
  world.take({ kind: "unpause", agentId: 1, reason: "" });
  expect(world.ringing("d")).toEqual([1]);
});

test("QUE-27 every change that makes an agent free gives them a caller", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0) })]);
  world.take({ kind: "pause", agentId: 1, queueId: "support", reason: "break" });
  world.enter("a");
  world.agents([1], { busy: true });
  world.take({ kind: "unpause", agentId: 1, queueId: "support", reason: "" });
  expect(world.ringing("a")).toEqual([]);
  world.take({ kind: "setRingInUse", agentId: 1, queueId: "support", ringInUse: true });
  expect(world.ringing("a")).toEqual([1]);
});

test.each([
  ["noAgents", "offline"],
  ["noActiveAgents", "paused"],
] as const)(
  "QUE-40 a queue whose agents are all %s by its rule lets callers neither join nor stay: %s",
  (rule, how) => {
    const world = createQueueWorld([
      queueOf({
        members: agentsOf(0, 0),
        joinWhenEmpty: rule,
        leaveWhenEmpty: rule,
        overflowTo: "105",
        agentRingSeconds: 60,
      }),
    ]);
    world.agents([1, 2]);
    world.pass(20);
    for (const callId of ["a", "b", "c"]) world.enter(callId);
    world.answer("a", 1);
    world.take({ kind: "ringFailed", callId: "b", agentId: 2, why: "declined" });
    const away = (agentId: number): void => {
      if (how === "offline") world.agents([agentId], { reachable: false });
      else world.take({ kind: "pause", agentId, queueId: "support", reason: "break" });
    };
    away(2);
    world.pass(30);
    // The other agent talks, so the queue is not empty.
    expect(world.views()[0]?.waiting.map(({ callId }) => callId)).toEqual(["b", "c"]);
    away(1);
    world.end("a");
    world.pass(10);
    expect(world.log.slice(-2)).toEqual(["EXITEMPTY b", "EXITEMPTY c"]);
    expect(world.enter("d")).toEqual([{ kind: "leave", callId: "d", why: "empty", to: "105" }]);
  },
);

test("QUE-41 a queue is empty only after ten seconds, also at the start", () => {
  const world = createQueueWorld([
    queueOf({ members: agentsOf(0), joinWhenEmpty: "noAgents", leaveWhenEmpty: "noAgents" }),
  ]);
  world.pass(9);
  expect(world.enter("a")).toMatchObject([{ kind: "wait" }]);
  world.agents([1]);
  world.take({ kind: "ringFailed", callId: "a", agentId: 1, why: "declined" });
  world.agents([1], { reachable: false });
  world.pass(9);
  world.agents([1]);
  world.pass(9);
  world.agents([1], { reachable: false });
  world.pass(9.9);
  expect(world.log).not.toContain("EXITEMPTY a");
  world.pass(20);
  expect(world.log).toContain("EXITEMPTY a");
});
