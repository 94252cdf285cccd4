import type { QueueSettings } from "@callpanel/phone-port";
import { expect, test } from "vitest";
import { agentsOf, createQueueWorld, queueOf } from "../../test/queue-world.ts";

/** Calls that come one after the other, each answered by the agent whose phone rings; the agents in order. */
function served(settings: Partial<QueueSettings>, count: number, seed = 1): readonly number[] {
  const world = createQueueWorld([queueOf(settings)], seed);
  world.agents([1, 2, 3]);
  return Array.from({ length: count }, (_, index) => {
    const callId = `call${index}`;
    world.enter(callId);
    const [agentId = 0, ...more] = world.ringing(callId);
    expect(more).toEqual([]);
    world.answer(callId, agentId);
    world.pass(10);
    world.end(callId);
    return agentId;
  });
}

test("QUE-10 a higher penalty is rung only when no other agent is free", () => {
  expect(served({ members: agentsOf(2, 1, 2) }, 3)).toEqual([2, 2, 2]);
  const world = createQueueWorld([queueOf({ members: agentsOf(2, 1, 2) })]);
  world.agents([1, 2, 3]);
  world.enter("a");
  world.enter("b");
  expect([world.ringing("a"), world.ringing("b")]).toEqual([[2], [1]]);
});

test("QUE-11 ring all rings every free agent of the lowest penalty, also those who become free meanwhile", () => {
  const world = createQueueWorld([queueOf({ strategy: "ringAll", members: agentsOf(0, 0, 0, 1) })]);
  world.agents([1, 2, 4]);
  world.enter("a");
  expect(world.ringing("a")).toEqual([1, 2]);
  world.pass(5);
  world.agents([3]);
  expect(world.ringing("a")).toEqual([1, 2, 3]);
  world.pass(10);
  expect(world.ringing("a")).toEqual([3]);
  world.answer("a", 3);
  expect(world.log.slice(1)).toEqual(["RINGNOANSWER a ag1", "RINGNOANSWER a ag2", "CONNECT a ag3"]);
});

test("QUE-12 least recent: the agent whose last call of any queue ended longest ago", () => {
  expect(served({ strategy: "leastRecent" }, 5)).toEqual([1, 2, 3, 1, 2]);
  const sales = queueOf({ id: "sales", number: "601", members: agentsOf(0) });
  const world = createQueueWorld([queueOf({ strategy: "leastRecent", members: agentsOf(0, 0) }), sales]);
  world.agents([1, 2]);
  world.enter("a", "sales");
  world.answer("a", 1);
  world.pass(5);
  world.end("a");
  world.enter("b");
  expect(world.ringing("b")).toEqual([2]);
});

test("QUE-13 fewest calls: the agent with the fewest calls of this queue", () => {
  const world = createQueueWorld([queueOf({ strategy: "fewestCalls" })]);
  world.agents([1]);
  for (const callId of ["a", "b"]) {
    world.enter(callId);
    world.answer(callId, 1);
    world.end(callId);
  }
  world.agents([2, 3]);
  const taken = ["c", "d", "e"].map((callId) => {
    world.enter(callId);
    const [agentId = 0] = world.ringing(callId);
    world.answer(callId, agentId);
    world.pass(1);
    world.end(callId);
    return agentId;
  });
  expect(taken).toEqual([2, 3, 2]);
});

test("QUE-14 random: each free agent with the same chance", () => {
  const taken = served({ strategy: "random" }, 600);
  for (const agentId of [1, 2, 3]) {
    const count = taken.filter((one) => one === agentId).length;
    expect(count).toBeGreaterThan(150);
    expect(count).toBeLessThan(250);
  }
});

test("QUE-15 round robin goes on after the agent rung last", () => {
  expect(served({ strategy: "roundRobin" }, 5)).toEqual([1, 2, 3, 1, 2]);
  const world = createQueueWorld([queueOf({ strategy: "roundRobin" })]);
  world.agents([1, 2, 3]);
  world.enter("a");
  world.pass(15);
  world.answer("a", 2);
  world.pass(10);
  world.enter("b");
  expect(world.ringing("b")).toEqual([3]);
});

test("QUE-16 linear: always the first free agent of the list", () => {
  expect(served({ strategy: "linear" }, 3)).toEqual([1, 1, 1]);
  expect(served({ strategy: "linear", members: agentsOf(0, 0, 0).toReversed() }, 2)).toEqual([3, 3]);
});

test("QUE-17 weighted random: a higher penalty less often, but not never", () => {
  const taken = served({ strategy: "weightedRandom", members: agentsOf(0, 0, 3) }, 600);
  const third = taken.filter((agentId) => agentId === 3).length;
  expect(third).toBeGreaterThan(20);
  expect(third).toBeLessThan(120);
});

test.each(["linear", "leastRecent", "fewestCalls", "random", "roundRobin", "weightedRandom"] as const)(
  "QUE-18 every other free agent is rung before the same one again (%s)",
  (strategy) => {
    const world = createQueueWorld([queueOf({ strategy, agentRingSeconds: 10, retrySeconds: 2 })], 5);
    world.agents([1, 2, 3]);
    world.enter("a");
    world.pass(59);
    const order = world.rows.flatMap((row) => (row.event === "RINGNOANSWER" ? [row.agentId ?? 0] : []));
    expect(order).toHaveLength(5);
    expect(new Set(order.slice(0, 3))).toEqual(new Set([1, 2, 3]));
    expect(new Set(order.slice(3))).not.toContain(order[2]);
  },
);
