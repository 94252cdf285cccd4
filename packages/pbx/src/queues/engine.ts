/**
 * The queue engine: decides which phones ring for which caller, and writes the queue log. It has no socket and no
 * timer: events go in with their time, decisions, rows and changes come out. Rules: docs/spec/queues.md.
 */
import { createAgents, type Agents, type Due } from "./agents.ts";
import { createCallers } from "./callers.ts";
import { createDeadlines } from "./deadlines.ts";
import { createEngineTime } from "./engine-time.ts";
import type { QueueEngine, QueueEvent } from "./engine.port.ts";
import { createMembers } from "./members.ts";
import { createOutbox } from "./outbox.ts";
import type { Caller, Member, Queue } from "./state.ts";
import { queueView } from "./views.ts";

/** `random`: 0 up to 1. */
export function createQueueEngine({
  realm,
  random,
}: {
  readonly realm: string;
  readonly random: () => number;
}): QueueEngine {
  const time = createEngineTime();
  const now = (): number => time.now;
  const queues = new Map<string, Queue>();
  const out = createOutbox({ realm, now });
  const deadlines = createDeadlines<Due>((due, at) => isStillDue(due, at));

  const callers = createCallers({
    now,
    random,
    out,
    deadlines,
    queues,
    agents: () => agents,
    missed: (member: Member) => members.missed(member),
  });
  const agents: Agents = createAgents({
    now,
    out,
    deadlines,
    serve: (caller: Caller) => callers.serve(caller),
    ringToo: (caller, member) => callers.ring(caller, member),
  });
  const members = createMembers({ now, out, queues, agents, callers });

  const isStillDue = (due: Due, at: number): boolean => {
    switch (due.kind) {
      case "ringOver":
        return due.agent.engaged?.phase === "ringing" && due.agent.engaged.ringUntil === at;
      case "agentFree":
        return due.agent.restUntil === at || due.agent.wrapUpUntil === at;
      case "waitOver":
      case "announce":
      case "callbackDue":
        return callers.isWaiting(due.caller);
      case "empty":
        return queues.get(due.queue.id) === due.queue;
    }
  };

  const tick = (): void => {
    for (let due = deadlines.take(now()); due !== undefined; due = deadlines.take(now())) {
      switch (due.kind) {
        case "ringOver":
          callers.ringOver(due.agent);
          break;
        case "agentFree":
          agents.refresh(due.agent);
          break;
        case "waitOver":
          callers.waitOver(due.caller);
          break;
        case "announce":
          callers.announce(due.caller);
          break;
        case "callbackDue":
          callers.callbacks.due(due.caller);
          break;
        case "empty":
          if (agents.isEmpty(due.queue, "leaveWhenEmpty")) callers.leaveAll(due.queue, "empty");
      }
    }
  };

  const handle = (event: QueueEvent): void => {
    switch (event.kind) {
      case "configured":
        return members.configure(event.queues);
      case "resumed":
        return members.resume(event.open);
      case "tookOver":
        return members.takeOver(event.open);
      case "agentDevice":
        return agents.noteDevice(event);
      case "newDay":
        return members.beginDay();
      case "tick":
        return tick();
      case "enter":
        return callers.enter(event);
      case "askCallback":
      case "outcallBegun":
      case "outcallFailed":
      case "lost":
        return callers.callbacks.take(event);
      case "exit":
        return callers.exit(event);
      case "ringFailed":
        return callers.ringFailed(event);
      case "answered":
        return callers.answered(event);
      case "connected":
        return callers.connected(event);
      case "ended":
        return callers.ended(event);
      default:
        if (members.refusalOf(event) === undefined) members.order(event);
    }
  };

  return {
    take: (at, event) => {
      time.take(at);
      handle(event);
      return time.step(out.flush(now()));
    },
    refusalOf: (order) => members.refusalOf(order),
    get nextAt() {
      return time.dueOf(deadlines.nextAt);
    },
    views: () => [...queues.values()].map((queue) => time.view(queueView(queue, now()))),
    admission: (queueId) => callers.admission(queueId),
    placeOf: (callId) => callers.placeOf(callId),
    callbackOf: (callId) => callers.callbacks.of(callId),
    queuesOf: (agentId) => [...(agents.get(agentId)?.memberships.keys() ?? [])],
    agentIds: agents.ids,
    settingsOf: (id) => queues.get(id)?.settings,
  };
}
