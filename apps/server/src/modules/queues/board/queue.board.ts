import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../../kernel/clock.ts";
import { defineBoard, type Board, type Change, type Entries } from "../../realtime/index.ts";
import { countedRow } from "./queue-today.ts";
import type { ChangedCaller, LiveAgent, LiveCaller, LiveQueue, QueueAction, QueueFact } from "./queue.model.ts";
import { isVisible, presentQueue, queueEvents, queueSightOf, type QueueSight } from "./queue.sight.ts";

/** The queues of the phone system as dashboards show them. */
export interface QueueBoard extends Board<LiveQueue, QueueAction, QueueFact> {
  find(realm: string, queueId: string): LiveQueue | undefined;
  /** Sorted by number. */
  visible(sight: QueueSight): readonly LiveQueue[];
}

type Step = ReadonlyArray<Change<LiveQueue, QueueFact>>;

const queueKey = ({ realm, id }: Pick<LiveQueue, "realm" | "id">): string => `${realm} ${id}`;

export function createQueueBoard({ clock }: { readonly clock: Pick<Clock, "now"> }): QueueBoard {
  const visibleIn = (queues: Entries<LiveQueue>, sight: QueueSight): readonly LiveQueue[] =>
    [...queues.values()]
      .filter((queue) => isVisible(queue, sight))
      .toSorted((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }));
  const board = defineBoard({
    name: "queues",
    state: { keyOf: queueKey },
    step: stepQueues,
    visibleTo: queueSightOf,
    events: (fact: QueueFact, sight) => queueEvents(fact, sight, clock.now()),
    snapshot: (queues, sight) => visibleIn(queues, sight).map((queue) => presentQueue(queue, sight, clock.now())),
  })();
  return {
    ...board,
    find: (realm, id) => board.entries.get(queueKey({ realm, id })),
    visible: (sight) => visibleIn(board.entries, sight),
  };
}

/** QBOARD-3: what is about an unknown queue, caller or agent changes nothing, and what does not change is not sent. */
export function stepQueues(queues: Entries<LiveQueue>, action: QueueAction): Step {
  const id = action.kind === "logged" ? (action.row.queueId ?? "") : action.queueId;
  const queue = queues.get(queueKey({ realm: action.realm, id }));
  if (action.kind === "configured") return configured(queue, action);
  if (action.kind === "logged") return logged(queue, action);
  if (queue === undefined) return [];
  switch (action.kind) {
    case "removed":
      return [{ drop: queue, fact: { kind: "removed", queue } }];
    case "callerJoined":
      return joined(queue, action.caller, action.index);
    case "callerChanged":
      return callerChanged(queue, action.caller);
    case "callerLeft":
      return callerLeft(queue, action.callid);
    case "agentChanged":
      return agentChanged(queue, action.agent);
    case "agentLeft":
      return agentLeft(queue, action.userId);
    case "counted":
      return withFigures({ ...queue, today: action.today });
  }
}

const withFigures = (queue: LiveQueue): Step => [{ keep: queue, fact: { kind: "figures", queue } }];

function configured(
  before: LiveQueue | undefined,
  { realm, queueId: id, name, targetSeconds, today }: Extract<QueueAction, { kind: "configured" }>,
): Step {
  if (before?.name === name && before.targetSeconds === targetSeconds) return [];
  const empty = { realm, id, waiting: [], agents: [], today };
  return withFigures({ ...empty, ...before, name, targetSeconds });
}

function joined(before: LiveQueue, caller: LiveCaller, index: number): Step {
  if (before.waiting.some(({ callid }) => callid === caller.callid)) return [];
  const queue = { ...before, waiting: before.waiting.toSpliced(index, 0, caller) };
  return [{ keep: queue, fact: { kind: "caller", how: "join", queue, caller, index } }];
}

function callerChanged(before: LiveQueue, changed: ChangedCaller): Step {
  const index = before.waiting.findIndex(({ callid }) => callid === changed.callid);
  const known = before.waiting[index];
  if (known === undefined) return [];
  const caller = { ...known, ...changed };
  if (isDeepStrictEqual(known, caller)) return [];
  const queue = { ...before, waiting: before.waiting.with(index, caller) };
  return [{ keep: queue, fact: { kind: "caller", how: "change", queue, caller, index } }];
}

function callerLeft(before: LiveQueue, left: string): Step {
  const index = before.waiting.findIndex(({ callid }) => callid === left);
  const caller = before.waiting[index];
  if (caller === undefined) return [];
  const queue = { ...before, waiting: before.waiting.toSpliced(index, 1) };
  return [{ keep: queue, fact: { kind: "caller", how: "leave", queue, caller, index } }];
}

function agentChanged(before: LiveQueue, changed: LiveAgent): Step {
  const index = before.agents.findIndex(({ userId }) => userId === changed.userId);
  const known = before.agents[index];
  // The phone system does not say how long the last call rang: the log does.
  const agent = known === undefined ? changed : { ...changed, responseDelay: known.responseDelay };
  if (known !== undefined && isDeepStrictEqual(known, agent)) return [];
  const agents = known === undefined ? [...before.agents, agent] : before.agents.with(index, agent);
  const queue = { ...before, agents };
  const change: Change<LiveQueue, QueueFact> = { keep: queue, fact: { kind: "agent", queue, agent } };
  return known === undefined ? [change, { fact: { kind: "figures", queue } }] : [change];
}

function agentLeft(before: LiveQueue, left: number): Step {
  const agent = before.agents.find(({ userId }) => userId === left);
  if (agent === undefined) return [];
  const queue = { ...before, agents: before.agents.filter((one) => one !== agent) };
  return [
    { keep: queue, fact: { kind: "agentGone", queue, exten: agent.exten } },
    { fact: { kind: "figures", queue } },
  ];
}

function logged(before: LiveQueue | undefined, { row, exten }: Extract<QueueAction, { kind: "logged" }>): Step {
  const told: Change<LiveQueue, QueueFact> = { fact: { kind: "logged", row, exten } };
  if (before === undefined) return [told];
  const today = countedRow(before.today, row, before.targetSeconds);
  const agent = row.event === "CONNECT" && before.agents.find(({ userId }) => userId === row.agentId);
  const answered = agent
    ? { ...agent, responseDelay: Math.round(row.event === "CONNECT" ? row.ringMs / 1_000 : 0) }
    : undefined;
  const agents = answered === undefined ? before.agents : before.agents.map((one) => (one === agent ? answered : one));
  const queue = { ...before, today, agents };
  return [
    told,
    ...(answered === undefined ? [] : [{ keep: queue, fact: { kind: "agent" as const, queue, agent: answered } }]),
    ...(today === before.today ? [] : withFigures(queue)),
  ];
}
