import { mergePermissions, queueStateSchema, type Permission, type QueueState } from "@callpanel/contract";
import type { QueueLogEvent } from "@callpanel/phone-port";
import { createFakeClock } from "@callpanel/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { createQueueBoard, type QueueBoard } from "./queue.board.ts";
import type { LiveAgent, QueueAction, QueueFact } from "./queue.model.ts";
import { presentQueue, queueEvents, queueSightOf } from "./queue.sight.ts";
import { counted, noCallers } from "./queue-today.ts";

const MIDNIGHT = 1_000_000;
const READS: Permission = { module: "queues", rule: "read" };
const READER: readonly Permission[] = [READS, { module: "panel_buddies", rule: "show_caller_id_info" }];
const agent = (userId: number, changes: Partial<LiveAgent> = {}): LiveAgent => ({
  userId,
  exten: String(100 + userId),
  name: `Agent ${userId}`,
  penalty: 0,
  dynamic: false,
  status: 1,
  state: "idle",
  since: MIDNIGHT,
  ringing: false,
  paused: false,
  pausedReason: "",
  pausedAt: null,
  callsTaken: 0,
  lastCall: null,
  missed: 0,
  responseDelay: null,
  callid: null,
  ...changes,
});
const caller = (callid: string, changes: object = {}) => ({
  callid,
  channel: `leg ${callid}`,
  callerNumber: "+14165550100",
  callerName: "Zoe",
  enteredAt: MIDNIGHT,
  ringing: [],
  ...changes,
});

describe("the board of queues", () => {
  const clock = createFakeClock();
  let board: QueueBoard;
  let facts: QueueFact[];
  type Parts<Kind> = Kind extends QueueAction["kind"]
    ? Omit<Extract<QueueAction, { kind: Kind }>, "realm" | "kind">
    : never;
  const configure = (queueId: string, name = "Support", targetSeconds = 20) =>
    board.apply({ kind: "configured", realm: "demo", queueId, name, targetSeconds, today: noCallers(MIDNIGHT) });
  const join = (callid: string, index: number) =>
    board.apply({ kind: "callerJoined", realm: "demo", queueId: "600", index, caller: caller(callid) });
  const put = (one: Parts<"agentChanged">["agent"], queueId = "600") =>
    board.apply({ kind: "agentChanged", realm: "demo", queueId, agent: one });
  const log = (event: QueueLogEvent, at: number, parts: { agentId?: number } = {}) =>
    board.apply({
      kind: "logged",
      realm: "demo",
      row: { ...event, at, realm: "demo", queueId: "600", callId: "c1", ...parts },
      exten: parts.agentId === undefined ? undefined : String(100 + parts.agentId),
    });
  const sight = (permissions: readonly Permission[] = READER, realm = "demo") =>
    queueSightOf(realm, { userId: 9, rights: mergePermissions(permissions) });
  const seen = (permissions?: readonly Permission[], realm?: string): readonly QueueState[] => {
    const as = sight(permissions, realm);
    return board.visible(as).map((queue) => queueStateSchema.parse(presentQueue(queue, as, MIDNIGHT + 65_400)));
  };
  const told = (permissions?: readonly Permission[], realm?: string) =>
    facts.flatMap((fact) => queueEvents(fact, sight(permissions, realm), MIDNIGHT));

  beforeEach(() => {
    board = createQueueBoard({ clock });
    facts = [];
    board.subscribe((fact) => facts.push(fact));
    configure("600");
  });

  it("QBOARD-1 a receiver sees the queues of their realm that they may read, and callers only with the right to", () => {
    configure("601", "Sales");
    join("c1", 0);
    const only = (rule: string): Permission => ({ module: "queues", rule, targets: ["601"] });
    expect(seen().map(({ queue }) => queue)).toEqual(["600", "601"]);
    for (const rule of ["read_for", "list_for"]) expect(seen([only(rule)]).map(({ queue }) => queue)).toEqual(["601"]);
    for (const rights of [[], [only("execute_pause")], [{ module: "queue_reports", rule: "read" } as const]])
      expect(seen(rights)).toEqual([]);
    expect(seen(READER, "elsewhere")).toEqual([]);
    expect(told(READER, "elsewhere")).toEqual([]);
    expect(told([only("read_for")]).every((event) => "queue" in event && event.queue === "601")).toBe(true);
    expect(seen()[0]?.waiting[0]).toMatchObject({ callerNumber: "+14165550100", callerName: "Zoe", position: 1 });
    const someone: Permission = { module: "panel_buddies", rule: "show_caller_id_info", targets: ["1"] };
    const withoutCallers: ReadonlyArray<readonly Permission[]> = [[READS], [READS, someone]];
    for (const rights of withoutCallers)
      expect(seen(rights)[0]?.waiting[0]).toMatchObject({
        callerNumber: "",
        callerName: "",
      });
    expect(sight().key).not.toBe(sight([{ module: "queues", rule: "read" }]).key);
    expect(sight([only("read_for")]).key).not.toBe(sight([only("list_for")]).key);
  });

  it("QBOARD-2 QBOARD-4 callers have the position of their place in the line, and the time since they joined", () => {
    join("c1", 0);
    join("c2", 1);
    join("c0", 0);
    board.apply({ kind: "callerLeft", realm: "demo", queueId: "600", callid: "c1" });
    expect(seen()[0]?.waiting.map(({ callid, position, wait }) => [callid, position, wait])).toEqual([
      ["c0", 1, 65],
      ["c2", 2, 65],
    ]);
    board.apply({
      kind: "callerChanged",
      realm: "demo",
      queueId: "600",
      caller: { callid: "c2", callerNumber: "", callerName: "", enteredAt: MIDNIGHT, ringing: ["101"] },
    });
    expect(
      told().flatMap((event) => (event.action === "QUEUECHAN" ? [[event.event, event.callid, event.position]] : [])),
    ).toEqual([
      ["join", "c1", 1],
      ["join", "c2", 2],
      ["join", "c0", 1],
      ["leave", "c1", 2],
      ["change", "c2", 2],
    ]);
    expect(seen()[0]?.waiting[1]).toMatchObject({ ringing: ["101"], channel: "leg c2" });
  });

  it("QBOARD-3 duplicates, and events about an unknown queue, caller or agent, change nothing", () => {
    join("c1", 0);
    put(agent(1));
    facts.length = 0;
    configure("600");
    join("c1", 0);
    put(agent(1));
    put(agent(2), "999");
    board.apply({ kind: "callerLeft", realm: "demo", queueId: "600", callid: "c9" });
    board.apply({ kind: "agentLeft", realm: "demo", queueId: "600", userId: 9 });
    board.apply({ kind: "removed", realm: "demo", queueId: "999" });
    expect(facts).toEqual([]);
    board.apply({ kind: "removed", realm: "demo", queueId: "600" });
    expect(told()).toEqual([{ action: "QUEUE", realm: "demo", queue: "600", event: "REMOVED" }]);
    expect(seen()).toEqual([]);
  });

  it("QBOARD-2 an agent's change is sent with the agent, and a change of their number with the figures", () => {
    facts.length = 0;
    put(agent(1));
    put(agent(1, { state: "ringing", status: 6, ringing: true }));
    board.apply({ kind: "agentLeft", realm: "demo", queueId: "600", userId: 1 });
    expect(
      told().map((event) => (event.action === "QUEUE" ? [event.event, event.agent, event.summary?.agents] : [])),
    ).toEqual([
      ["MEMBER", "101", undefined],
      ["PARAMS", undefined, 1],
      ["MEMBER", "101", undefined],
      ["MEMBERGONE", "101", undefined],
      ["PARAMS", undefined, 0],
    ]);
    expect(told()[2]).toMatchObject({ member: { exten: "101", status: 6, ringing: true } });
    expect(JSON.stringify(told())).not.toContain("userId");
  });

  it("QBOARD-5 the figures are those of the callers who joined since midnight", () => {
    put(agent(1));
    const end = { position: 1, originalPosition: 1 };
    log({ event: "CONNECT", waitMs: 10_000, agentLegId: "l", ringMs: 4_000 }, MIDNIGHT + 60_000, { agentId: 1 });
    log({ event: "COMPLETECALLER", waitMs: 10_000, talkMs: 30_000, originalPosition: 1 }, MIDNIGHT + 90_000, {
      agentId: 1,
    });
    log({ event: "CONNECT", waitMs: 30_000, agentLegId: "l", ringMs: 2_000 }, MIDNIGHT + 90_000, { agentId: 1 });
    log({ event: "ABANDON", ...end, waitMs: 50_000 }, MIDNIGHT + 90_000);
    log({ event: "EXITWITHTIMEOUT", ...end, waitMs: 90_000 }, MIDNIGHT + 90_000);
    // These joined before midnight.
    log({ event: "ABANDON", ...end, waitMs: 5_001 }, MIDNIGHT + 5_000);
    log({ event: "COMPLETEAGENT", waitMs: 10_000, talkMs: 30_000, originalPosition: 1 }, MIDNIGHT + 39_000);
    expect(seen()[0]?.summary).toEqual({
      holdtime: 30,
      completed: 1,
      abandoned: 1,
      serviceLevel: 25,
      target: 20,
      agents: 1,
    });
    expect(seen()[0]?.agents[0]?.responseDelay).toBe(2);
    board.apply({ kind: "counted", realm: "demo", queueId: "600", today: noCallers(MIDNIGHT * 2) });
    expect(seen()[0]?.summary).toMatchObject({ holdtime: 0, completed: 0, serviceLevel: null });
  });

  it("QBOARD-5 a caller who was answered within the target counts, to the millisecond", () => {
    const within = (waitMs: number) => counted(noCallers(0), { event: "CONNECT", joinedAt: 1, waitMs }, 20).inTarget;
    expect([within(20_000), within(20_001)]).toEqual([1, 0]);
  });

  it("QBOARD-2 rows of the log are sent by their names; those about all queues only to readers of all", () => {
    facts.length = 0;
    log({ event: "PAUSE", reason: "meeting" }, MIDNIGHT, { agentId: 1 });
    board.apply({
      kind: "logged",
      realm: "demo",
      row: { event: "AGENTLOGIN", at: MIDNIGHT, realm: "demo", agentId: 1 },
      exten: "101",
    });
    expect(told()).toEqual([
      { action: "QUEUE", realm: "demo", queue: "600", event: "PAUSE", callid: "c1", agent: "101", cause: "meeting" },
      { action: "QUEUE", realm: "demo", queue: "", event: "AGENTLOGIN", agent: "101" },
    ]);
    expect(told([{ module: "queues", rule: "read_for", targets: ["600"] }])).toHaveLength(1);
  });
});
