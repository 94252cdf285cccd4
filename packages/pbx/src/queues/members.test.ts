import type { QueueSettings } from "@callpanel/phone-port";
import { expect, test } from "vitest";
import { agentsOf, createQueueWorld, queueOf } from "../../test/queue-world.ts";

const BY_CODE: QueueSettings["members"] = [{ agentId: 1, penalty: 2, login: "byCode" }];
const SALES = { id: "sales", number: "601", name: "Sales" };
const summary = (world: ReturnType<typeof createQueueWorld>) =>
  world.rows.map(({ event, queueId = "all", agentId }) => `${event} ${queueId} ${agentId ?? ""}`.trim());

test("QUE-60 agents log in to the queues that list them and log off again", () => {
  const world = createQueueWorld([
    queueOf({ members: BY_CODE }),
    queueOf({ ...SALES, members: BY_CODE }),
    queueOf({ id: "billing", members: agentsOf(0) }),
  ]);
  world.agents([1]);
  world.take({ kind: "logIn", agentId: 1 });
  world.enter("a");
  expect(world.ringing("a")).toEqual([1]);
  world.answer("a", 1);
  world.end("a");
  world.pass(90);
  world.take({ kind: "logOff", agentId: 1, by: 9 });
  expect(summary(world).filter((line) => /MEMBER|AGENTLOG/.test(line))).toEqual([
    "AGENTLOGIN all 1",
    "ADDMEMBER support 1",
    "ADDMEMBER sales 1",
    "REMOVEMEMBER support 1",
    "REMOVEMEMBER sales 1",
    "AGENTLOGOFF all 1",
  ]);
  expect(world.rows.at(-1)).toMatchObject({ loginMs: 90_000, by: 9 });
  expect(world.views().map(({ agents }) => agents.length)).toEqual([0, 0, 1]);
});

test("QUE-61 a pause is for one queue or for all; another reason ends the earlier pause", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0) }), queueOf({ ...SALES, members: agentsOf(0) })]);
  world.take({ kind: "pause", agentId: 1, queueId: "support", reason: "break" });
  world.take({ kind: "pause", agentId: 1, queueId: "support", reason: "break" });
  world.take({ kind: "pause", agentId: 1, reason: "meeting", by: 9 });
  world.take({ kind: "unpause", agentId: 1, reason: "" });
  expect(
    world.rows.map((row) =>
      `${row.event} ${row.queueId ?? "all"} ${"reason" in row ? row.reason : ""} ${row.by ?? ""}`.trim(),
    ),
  ).toEqual([
    "PAUSE support break",
    "PAUSEALL all meeting 9",
    "UNPAUSE support break 9",
    "PAUSE support meeting 9",
    "PAUSE sales meeting 9",
    "UNPAUSEALL all",
    "UNPAUSE support meeting",
    "UNPAUSE sales meeting",
  ]);
});

test("QUE-61 a pause counts from when it was set, also after a call in it", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0) })]);
  world.agents([1]);
  const pausedAt = world.now;
  world.take({ kind: "pause", agentId: 1, reason: "lunch_break" });
  world.pass(60);
  world.agents([1], { busy: true });
  expect(world.views()[0]?.agents).toMatchObject([{ state: "talking", since: world.now, paused: { since: pausedAt } }]);
  world.pass(60);
  world.agents([1]);
  expect(world.views()[0]?.agents).toMatchObject([{ state: "paused", since: pausedAt }]);
  expect(world.told[0]?.agents).toMatchObject([{ state: "paused", since: pausedAt }]);
});

test("QUE-62 penalty and ring-in-use are changed while the queue is open", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0, 0) })]);
  world.agents([1, 2]);
  world.take({ kind: "setPenalty", agentId: 1, queueId: "support", penalty: 3 });
  world.enter("a");
  expect(world.ringing("a")).toEqual([2]);
  expect(world.rows[0]).toMatchObject({ event: "PENALTY", penalty: 3, agentId: 1 });
});

test("QUE-63 when an agent logs off while their phone rings, it stops; an agent who talks continues", () => {
  const world = createQueueWorld([queueOf({ members: [...BY_CODE, { agentId: 2, penalty: 5, login: "always" }] })]);
  world.agents([1, 2]);
  world.take({ kind: "logIn", agentId: 1 });
  world.enter("a");
  expect(world.ringing("a")).toEqual([1]);
  world.pass(3);
  world.take({ kind: "logOff", agentId: 1 });
  expect(world.ringing("a")).toEqual([2]);
  expect(world.log).toContain("RINGCANCELED a ag1");
  world.take({ kind: "logIn", agentId: 1 });
  world.enter("b");
  world.answer("b", 1);
  world.take({ kind: "logOff", agentId: 1 });
  world.pass(10);
  world.end("b", "agent");
  expect(world.rows.at(-1)).toMatchObject({ event: "COMPLETEAGENT", callId: "b", talkMs: 10_000 });
});

test("QUE-64 orders that cannot be carried out are refused, and change nothing", () => {
  const world = createQueueWorld([queueOf({ members: [...agentsOf(0), { agentId: 2, penalty: 0, login: "byCode" }] })]);
  world.take({ kind: "logIn", agentId: 2 });
  const before = [world.rows.length, world.views()];
  const orders = [
    [{ kind: "pause", agentId: 1, queueId: "nowhere", reason: "" }, "unknownQueue"],
    [{ kind: "pause", agentId: 7, queueId: "support", reason: "" }, "notMember"],
    [{ kind: "unpause", agentId: 7, reason: "" }, "noQueue"],
    [{ kind: "addMember", agentId: 1, queueId: "support", penalty: 0 }, "alreadyMember"],
    [{ kind: "addMember", agentId: 1, queueId: "nowhere", penalty: 0 }, "unknownQueue"],
    [{ kind: "removeMember", agentId: 1, queueId: "support" }, "static"],
    [{ kind: "removeMember", agentId: 7, queueId: "support" }, "notMember"],
    [{ kind: "setPenalty", agentId: 7, queueId: "support", penalty: 1 }, "notMember"],
    [{ kind: "logIn", agentId: 1 }, "noQueue"],
    [{ kind: "logIn", agentId: 2 }, "alreadyMember"],
    [{ kind: "logOff", agentId: 1 }, "noQueue"],
  ] as const;
  for (const [order, why] of orders) {
    expect(world.engine.refusalOf(order)).toBe(why);
    expect(world.take(order)).toEqual([]);
  }
  expect([world.rows.length, world.views()]).toEqual(before);
});

test("QUE-65 a changed configuration holds from then on and nobody loses their place", () => {
  const world = createQueueWorld([queueOf({ members: agentsOf(0) })]);
  world.enter("a");
  world.enter("b");
  world.pass(5);
  world.agents([1, 2]);
  world.answer("a", 1);
  world.take({
    kind: "configured",
    queues: [queueOf({ strategy: "ringAll", name: "Help", members: agentsOf(0, 0).slice(1) })],
  });
  expect(world.ringing("b")).toEqual([2]);
  expect(world.rows.filter(({ event }) => event === "CONFIGRELOAD")).toMatchObject([{ queueId: "support" }]);
  expect(world.told[0]).toMatchObject({ name: "Help", agents: [{ agentId: 2 }] });
  world.take({ kind: "configured", queues: [queueOf({ strategy: "linear", name: "Help", members: agentsOf(0, 0) })] });
  world.answer("b", 2);
  expect(world.log.at(-1)).toBe("CONNECT b ag2");
});

test.each([
  ["queue", ["PAUSE support 1"]],
  ["allQueues", ["PAUSEALL all 1", "PAUSE support 1", "PAUSE sales 1"]],
] as const)("QUE-66 an agent who missed too many calls in a row is paused: in %s", (autoPauseScope, expected) => {
  const world = createQueueWorld([
    queueOf({ members: agentsOf(0), autoPauseAfter: 2, autoPauseScope }),
    queueOf({ ...SALES, members: agentsOf(0) }),
  ]);
  const pauses = () => summary(world).filter((line) => line.startsWith("PAUSE"));
  world.agents([1]);
  world.enter("a");
  world.pass(15);
  world.pass(5);
  world.answer("a", 1);
  world.end("a");
  world.enter("b");
  world.pass(30);
  expect(pauses()).toEqual([]);
  world.pass(30);
  expect(pauses()).toEqual(expected);
  expect(world.rows.find(({ event }) => event === "PAUSE")).toMatchObject({ reason: "auto" });
  world.take({ kind: "unpause", agentId: 1, reason: "" });
  expect(world.decisions.at(-1)).toMatchObject({ kind: "ring", callId: "b" });
});
