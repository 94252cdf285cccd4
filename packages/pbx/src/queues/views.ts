/** Queues as dashboards show them. */
import type { QueueAgentState, QueueAgentView, QueueCallerView, QueueView } from "@callpanel/phone-port";
import type { Caller, Member, Queue } from "./state.ts";

export function agentStateOf({ agent, paused }: Member, now: number): QueueAgentState {
  if (agent.engaged !== undefined) return agent.engaged.phase === "ringing" ? "ringing" : "talking";
  if (agent.busy) return "talking";
  if (!agent.reachable) return "offline";
  if (paused !== undefined) return "paused";
  return agent.wrapUpUntil > now ? "wrapup" : "idle";
}

/** The state and its begin are those that were reported last; a pause begins when it is set, whatever calls are in it (QUE-61). */
export function agentView(member: Member, now: number): QueueAgentView {
  const { agent, penalty, dynamic, paused, callsTaken, lastCallAt, missedCount, told } = member;
  const state = agentStateOf(member, now);
  return {
    agentId: agent.id,
    penalty,
    dynamic,
    state,
    since: state === "paused" && paused !== undefined ? paused.since : told.state === state ? told.since : now,
    callId: agent.engaged?.caller.callId,
    paused,
    callsTaken,
    lastCallAt,
    missedCount,
  };
}

export function callerView(caller: Caller): QueueCallerView {
  const { callId, party, enteredAt, priority, phase, agents, callback } = caller;
  const ringing = phase === "ringing" || phase === "answering" ? [...agents].map(({ id }) => id) : [];
  const calledBack = callback === undefined ? {} : { callback: { attempts: callback.attempts } };
  return { callId, caller: party, enteredAt, priority, ringing, ...calledBack };
}

export function queueView(queue: Queue, now: number): QueueView {
  const { id, settings, line, members } = queue;
  return {
    id,
    number: settings.number,
    name: settings.name,
    waiting: line.callers.map(callerView),
    agents: [...members.values()].map((member) => agentView(member, now)),
    estimateMs: estimateOf(queue, line.length + 1),
  };
}

/** QUE-51: how long a caller at a position waits until an agent is free. */
export function estimateOf({ serviceMs, counts }: Queue, position: number): number | undefined {
  return serviceMs === undefined || counts.active === 0 ? undefined : (serviceMs * position) / counts.active;
}
