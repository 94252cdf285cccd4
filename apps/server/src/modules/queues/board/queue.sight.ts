import {
  mayIdentifyCallers,
  maySeeQueue,
  type QueueAgent,
  type QueueCaller,
  type QueueState,
  type QueueSummary,
  type RealtimeEvent,
} from "@callpanel/contract";
import { grantKey, type Receiving, type Visibility } from "../../realtime/index.ts";
import type { LiveAgent, LiveCaller, LiveQueue, QueueFact } from "./queue.model.ts";

/** What one class of receivers may see of queues. */
export interface QueueSight extends Visibility {
  readonly realm: string;
  /** With an empty id: all queues. */
  readonly sees: (queueId: string) => boolean;
  /** Number and name of callers. */
  readonly seesCallers: boolean;
}

/** QBOARD-1: queues by their read rights; callers' names only with `show_caller_id_info` on everybody, since a caller may be anybody. */
export function queueSightOf(realm: string, { rights }: Receiving): QueueSight {
  const grants = ["read", "read_for", "list_for"].map((rule) => grantKey(rights, "queues", rule));
  const seesCallers = mayIdentifyCallers(rights);
  return {
    key: grants.every((one) => one === "") ? "" : JSON.stringify([...grants, seesCallers]),
    realm,
    sees: (queueId) => maySeeQueue(rights, queueId),
    seesCallers,
  };
}

export const isVisible = ({ realm, id }: Pick<LiveQueue, "realm" | "id">, sight: QueueSight): boolean =>
  realm === sight.realm && sight.sees(id);

function presentAgent(live: LiveAgent): QueueAgent {
  const { userId: _, ...agent } = live;
  return agent;
}

function presentCaller(
  caller: LiveCaller,
  { index, now, seesCallers }: { readonly index: number; readonly now: number; readonly seesCallers: boolean },
): QueueCaller {
  return {
    ...caller,
    ...(seesCallers ? {} : { callerNumber: "", callerName: "" }),
    position: index + 1,
    wait: Math.max(0, Math.round((now - caller.enteredAt) / 1_000)),
    ringing: [...caller.ringing],
  };
}

/** QBOARD-5 */
export function summaryOf({ today, targetSeconds, agents }: LiveQueue): QueueSummary {
  const { answered, abandoned, completed, inTarget, left, holdMs } = today;
  const held = answered + abandoned;
  return {
    holdtime: held === 0 ? 0 : Math.round(holdMs / held / 1_000),
    completed,
    abandoned,
    serviceLevel: left === 0 ? null : Math.round((inTarget / left) * 100),
    target: targetSeconds,
    agents: agents.length,
  };
}

export function presentQueue(queue: LiveQueue, { seesCallers }: QueueSight, now: number): QueueState {
  const { realm, id, name, waiting, agents } = queue;
  return {
    realm,
    queue: id,
    name,
    summary: summaryOf(queue),
    waiting: waiting.map((caller, index) => presentCaller(caller, { index, now, seesCallers })),
    agents: agents.map(presentAgent),
  };
}

/** QBOARD-2: the events that this class receives for a fact of its realm. */
export function queueEvents(fact: QueueFact, sight: QueueSight, now: number): readonly RealtimeEvent[] {
  if (fact.kind === "logged") {
    const { row } = fact;
    return row.realm === sight.realm && sight.sees(row.queueId ?? "") ? [loggedEvent(fact)] : [];
  }
  const { queue } = fact;
  if (!isVisible(queue, sight)) return [];
  const of = { realm: queue.realm, queue: queue.id };
  switch (fact.kind) {
    case "caller": {
      const caller = presentCaller(fact.caller, { index: fact.index, now, seesCallers: sight.seesCallers });
      return [{ action: "QUEUECHAN", ...of, event: fact.how, ...caller }];
    }
    case "agent":
      return [{ action: "QUEUE", ...of, event: "MEMBER", agent: fact.agent.exten, member: presentAgent(fact.agent) }];
    case "agentGone":
      return [{ action: "QUEUE", ...of, event: "MEMBERGONE", agent: fact.exten }];
    case "figures":
      return [{ action: "QUEUE", ...of, event: "PARAMS", name: queue.name, summary: summaryOf(queue) }];
    case "removed":
      return [{ action: "QUEUE", ...of, event: "REMOVED" }];
  }
}

function loggedEvent({ row, exten }: Extract<QueueFact, { kind: "logged" }>): RealtimeEvent {
  const { realm, queueId = "", callId, event } = row;
  return {
    action: "QUEUE",
    realm,
    queue: queueId,
    event,
    ...(callId === undefined ? {} : { callid: callId }),
    ...(exten === undefined ? {} : { agent: exten }),
    ...("reason" in row ? { cause: row.reason } : {}),
    ...("waitMs" in row ? { holdtime: Math.round(row.waitMs / 1_000) } : {}),
    ...("position" in row ? { position: row.position } : {}),
  };
}
