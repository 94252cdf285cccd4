import { QueueLogFold, type QueueLogRow } from "@callpanel/phone-port";
import { expect, test } from "vitest";
import { agentsOf, createQueueWorld, queueOf, type QueueWorld } from "../../test/queue-world.ts";
import type { QueueEvent } from "./engine.port.ts";
import { createQueueEngine } from "./engine.ts";

test("QUE-71 a call in one queue looks at no other queue", () => {
  const read: string[] = [];
  const settings = Array.from({ length: 200 }, (_, queue) => {
    const members = Array.from({ length: 10 }, (__, index) => ({
      agentId: queue * 10 + index,
      penalty: 0,
      login: "always" as const,
    }));
    const base = queueOf({ id: `q${queue}`, members });
    const noted = <T>(value: T): T => {
      read.push(base.id);
      return value;
    };
    return {
      ...base,
      get strategy() {
        return noted(base.strategy);
      },
      get weight() {
        return noted(base.weight);
      },
      get ringInUse() {
        return noted(base.ringInUse);
      },
    };
  });
  const world = createQueueWorld(settings);
  world.agents(Array.from({ length: 2_000 }, (_, agentId) => agentId));
  for (let queue = 2; queue < 200; queue += 1)
    for (let call = 0; call < 12; call += 1) world.enter(`waiting${queue}-${call}`, `q${queue}`);
  read.length = 0;
  world.enter("a", "q1");
  world.answer("a", world.ringing("a")[0] ?? 0);
  world.end("a");
  expect([...new Set(read)]).toEqual(["q1"]);
  expect(read.length).toBeLessThan(100);
});

test("QUE-72 QUE-51 calls of the day and the wait estimate are the same after a restart, and begin again at midnight", () => {
  const settings = [queueOf({ members: agentsOf(0, 0), wrapUpSeconds: 10 })];
  const before = createQueueWorld(settings);
  before.agents([1, 2]);
  for (const [callId, agentId, seconds] of [
    ["a", 1, 60],
    ["b", 2, 20],
    ["c", 1, 100],
  ] as const) {
    before.enter(callId);
    before.answer(callId, before.ringing(callId)[0] ?? agentId);
    before.pass(seconds);
    before.end(callId);
    before.pass(30);
  }
  const after = createQueueWorld(settings);
  after.agents([1, 2]);
  after.take({ kind: "resumed", open: before.fold });
  const figures = (world: QueueWorld) =>
    world.views().map(({ estimateMs, agents }) => [estimateMs, agents.map((one) => [one.callsTaken, one.lastCallAt])]);
  expect(figures(after)).toEqual(figures(before));
  expect(figures(after)[0]?.[0]).toBeGreaterThan(0);
  const toldAs = (views: typeof after.told) =>
    views.map(({ agents }) => agents.toSorted((one, other) => one.agentId - other.agentId));
  expect(toldAs(after.told)).toEqual(toldAs(after.views()));
  after.take({ kind: "newDay" });
  expect(after.views()[0]?.agents.map(({ callsTaken }) => callsTaken)).toEqual([0, 0]);
  expect(toldAs(after.told)).toEqual(toldAs(after.views()));
});

test("QUE-72 after a crash the stays that were open have an end, and agents are as they were", () => {
  const settings = [queueOf({ members: [...agentsOf(0), { agentId: 2, penalty: 4, login: "byCode" }] })];
  const before = createQueueWorld(settings);
  before.take({ kind: "resumed", open: before.fold });
  before.agents([1, 2]);
  before.take({ kind: "logIn", agentId: 2 });
  before.enter("a");
  before.answer("a", 1);
  before.pass(10);
  before.take({ kind: "pause", agentId: 2, queueId: "support", reason: "meeting" });
  before.enter("b");
  before.enter("c");
  before.pass(5);
  before.take({ kind: "pause", agentId: 1, queueId: "support", reason: "break" });

  const after = createQueueWorld(settings);
  after.pass(3_600);
  after.take({ kind: "resumed", open: before.fold });
  expect(after.rows).toMatchObject([
    { event: "COMPLETEAGENT", callId: "a", agentId: 1, waitMs: 0, talkMs: 15_000 },
    { event: "ABANDON", callId: "b", position: 1, originalPosition: 1, waitMs: 5_000 },
    { event: "ABANDON", callId: "c", position: 2, originalPosition: 2, waitMs: 5_000 },
    { event: "QUEUESTART" },
  ]);
  expect(after.views()[0]?.agents).toMatchObject([
    { agentId: 1, dynamic: false, paused: { reason: "break" } },
    { agentId: 2, dynamic: true, penalty: 4, paused: { reason: "meeting" } },
  ]);
  after.take({ kind: "logOff", agentId: 2 });
  expect(after.rows.at(-1)).toMatchObject({ event: "AGENTLOGOFF", loginMs: 3_600_000 });
});

test("QLOG-9 agents who are always in a queue join when the settings list them, once, and leave when they no longer do", () => {
  const SALES = { id: "sales", number: "601", name: "Sales" };
  const members = (world: QueueWorld) =>
    world.rows
      .filter(({ event }) => ["ADDMEMBER", "REMOVEMEMBER", "PAUSE", "UNPAUSE"].includes(event))
      .map(({ event, queueId, agentId, at }) => `${event} ${queueId} ${agentId} ${at - first.now}`);
  const first = createQueueWorld([queueOf({ members: agentsOf(0, 0) })]);
  expect(first.rows).toEqual([]);
  first.take({ kind: "resumed", open: first.fold });
  expect(members(first)).toEqual(["ADDMEMBER support 1 0", "ADDMEMBER support 2 0"]);
  first.take({
    kind: "configured",
    queues: [queueOf({ members: agentsOf(0, 0, 0) }), queueOf({ ...SALES, members: agentsOf(0) })],
  });
  first.take({ kind: "pause", agentId: 2, queueId: "support", reason: "break" });
  first.take({
    kind: "configured",
    queues: [queueOf({ members: agentsOf(0) }), queueOf({ ...SALES, members: agentsOf(0) })],
  });
  expect(members(first).slice(2)).toEqual([
    "ADDMEMBER support 3 0",
    "ADDMEMBER sales 1 0",
    "PAUSE support 2 0",
    "UNPAUSE support 2 0",
    "REMOVEMEMBER support 2 0",
    "REMOVEMEMBER support 3 0",
  ]);

  // Meanwhile the settings list another agent in support, and sales is gone.
  const again = (queues: Parameters<typeof createQueueWorld>[0], before: QueueWorld) => {
    const world = createQueueWorld(queues, 1, { from: before.now + 60_000, read: before.read });
    world.take({ kind: "resumed", open: before.fold });
    return world;
  };
  first.take({ kind: "pause", agentId: 1, reason: "meeting" });
  const same = again([queueOf({ members: agentsOf(0) }), queueOf({ ...SALES, members: agentsOf(0) })], first);
  expect(members(same)).toEqual([]);
  const second = again([queueOf({ members: agentsOf(0, 0).slice(1) })], first);
  expect(members(second)).toEqual([
    "UNPAUSE support 1 60000",
    "UNPAUSE sales 1 60000",
    "REMOVEMEMBER support 1 60000",
    "REMOVEMEMBER sales 1 60000",
    "ADDMEMBER support 2 60000",
  ]);
  expect(second.views()[0]?.agents).toMatchObject([{ agentId: 2, dynamic: false }]);
  second.take({ kind: "configured", queues: [] });
  expect(members(second).slice(5)).toEqual(["REMOVEMEMBER support 2 60000"]);
  expect([second.fold.members, second.fold.pauses]).toEqual([[], []]);
});

test("QUE-73 a clock that is set back an hour holds nothing up: rings, waits and wrap-ups end after their time", () => {
  const HOUR_MS = 3_600_000;
  const engine = createQueueEngine({ realm: "demo", random: () => 0 });
  const START = 1_700_000_000_000;
  const members = agentsOf(0);
  const rows: QueueLogRow[] = [];
  const take = (at: number, event: QueueEvent) => {
    const step = engine.take(at, event);
    rows.push(...step.rows);
    return step;
  };
  /** Times are those of the clock. */
  const pass = (until: number) => {
    for (let { nextAt } = engine; nextAt !== undefined && nextAt <= until; { nextAt } = engine)
      take(nextAt, { kind: "tick" });
  };
  take(START, { kind: "configured", queues: [queueOf({ members, maxWaitSeconds: 60, wrapUpSeconds: 20 })] });
  take(START, { kind: "agentDevice", agentId: 1, reachable: true, busy: false });
  const caller = { number: "101", name: "Alice" };
  take(START, { kind: "enter", callId: "a", queueId: "support", caller, priority: 0 });
  // Ten seconds later the clock shows an hour less: how long that was is not known, so it counts as no time.
  const back = START + 10_000 - HOUR_MS;
  const { changes } = take(back, { kind: "enter", callId: "b", queueId: "support", caller, priority: 0 });
  expect(changes).toMatchObject([{ kind: "callerJoined", caller: { callId: "b", enteredAt: back } }]);
  expect(engine.views()[0]?.waiting.map(({ enteredAt }) => enteredAt)).toEqual([back, back]);
  pass(back + 15_000);
  expect(rows.at(-1)).toMatchObject({ event: "RINGNOANSWER", callId: "a", ringMs: 15_000 });
  // The retry time, then the agent takes the call.
  pass(back + 20_000);
  take(back + 22_000, { kind: "answered", callId: "a", agentId: 1 });
  take(back + 22_000, { kind: "connected", callId: "a", agentId: 1, agentLegId: "leg1" });
  take(back + 52_000, { kind: "ended", callId: "a", how: { kind: "caller" } });
  expect(rows.at(-1)).toMatchObject({ event: "COMPLETECALLER", waitMs: 22_000, talkMs: 30_000 });
  expect(engine.views()[0]?.agents).toMatchObject([
    { state: "wrapup", since: back + 52_000, lastCallAt: back + 52_000 },
  ]);
  // The other caller's minute is over.
  pass(back + 60_000);
  expect(rows.at(-1)).toMatchObject({ event: "EXITWITHTIMEOUT", callId: "b", waitMs: 60_000 });
  const times = rows.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test("QUE-73 time never goes back", () => {
  const engine = createQueueEngine({ realm: "demo", random: () => 0 });
  const caller = { number: "101", name: "Alice" };
  engine.take(10_000, { kind: "configured", queues: [queueOf()] });
  engine.take(20_000, { kind: "enter", callId: "a", queueId: "support", caller, priority: 0 });
  const { rows } = engine.take(5_000, { kind: "exit", callId: "a", how: { kind: "hungUp" } });
  expect(rows).toMatchObject([{ at: 20_000, event: "ABANDON", waitMs: 0 }]);
});

test("QUE-74 a step reports its changes and nothing else", () => {
  const engine = createQueueEngine({ realm: "demo", random: () => 0 });
  engine.take(0, { kind: "configured", queues: [queueOf({ members: agentsOf(0, 0) })] });
  const device = { kind: "agentDevice", agentId: 1, reachable: true, busy: false } as const;
  expect(engine.take(1_000, device).changes).toMatchObject([
    { kind: "agentChanged", agent: { agentId: 1, state: "idle" } },
  ]);
  expect(engine.take(2_000, device).changes).toEqual([]);
  const caller = { number: "101", name: "Alice" };
  const { changes } = engine.take(3_000, { kind: "enter", callId: "a", queueId: "support", caller, priority: 0 });
  expect(changes).toMatchObject([
    { kind: "callerJoined", index: 0, caller: { callId: "a", caller, ringing: [] } },
    { kind: "callerChanged", caller: { ringing: [1] } },
    { kind: "agentChanged", agent: { agentId: 1, state: "ringing", since: 3_000, callId: "a" } },
  ]);
});

test("QLOG-3 the rows alone show which callers wait or talk, and which agents are logged in or paused", () => {
  const world = createQueueWorld([queueOf({ members: [...agentsOf(0), { agentId: 2, penalty: 0, login: "byCode" }] })]);
  world.agents([1]);
  world.take({ kind: "logIn", agentId: 2 });
  world.take({ kind: "pause", agentId: 2, reason: "break" });
  world.enter("a");
  world.answer("a", 1);
  world.enter("b");
  const fold = new QueueLogFold();
  for (const row of world.rows) fold.read(row);
  expect(fold.stays).toMatchObject([{ callId: "a", connected: { agentId: 1 } }, { callId: "b" }]);
  expect([fold.members, fold.pauses]).toMatchObject([[{ agentId: 2 }], [{ agentId: 2, reason: "break" }]]);
  expect([...fold.logins.keys()]).toEqual([2]);
  world.end("a");
  world.take({ kind: "logOff", agentId: 2 });
  for (const row of world.rows) fold.read(row);
  expect([fold.stays.map(({ callId }) => callId), fold.members, fold.pauses, fold.logins.size]).toEqual([
    ["b"],
    [],
    [],
    0,
  ]);
});
