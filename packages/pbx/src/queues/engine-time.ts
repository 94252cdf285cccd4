/** QUE-73: the engine's time goes on when the clock is set back. Views have the clock's time; rows of the log never go back. */
import type { QueueAgentView, QueueCallerView, QueueChange, QueueView } from "@callpanel/phone-port";
import type { QueueStep } from "./engine.port.ts";

export interface EngineTime {
  /** Of the last event. */
  readonly now: number;
  /** An event came at this time of the clock. */
  take(at: number): void;
  /** When something is due, by the clock. */
  dueOf(time: number | undefined): number | undefined;
  step(step: QueueStep): QueueStep;
  view(view: QueueView): QueueView;
}

export function createEngineTime(): EngineTime {
  let clock = 0;
  /** The latest time that the clock has had. */
  let latest = 0;
  /** By how much the clock was set back in all. */
  let aheadMs = 0;
  const clockOf = (time: number): number => time - aheadMs;
  const caller = (one: QueueCallerView): QueueCallerView => ({ ...one, enteredAt: clockOf(one.enteredAt) });
  const agent = (one: QueueAgentView): QueueAgentView => ({
    ...one,
    since: clockOf(one.since),
    ...(one.lastCallAt !== undefined && { lastCallAt: clockOf(one.lastCallAt) }),
    ...(one.paused && { paused: { ...one.paused, since: clockOf(one.paused.since) } }),
  });
  const change = (one: QueueChange): QueueChange => {
    if ("caller" in one) return { ...one, caller: caller(one.caller) };
    return "agent" in one ? { ...one, agent: agent(one.agent) } : one;
  };
  return {
    get now() {
      return clock + aheadMs;
    },
    take: (at) => {
      aheadMs += Math.max(0, clock - at);
      clock = at;
      latest = Math.max(latest, at);
    },
    dueOf: (time) => (time === undefined ? undefined : clockOf(time)),
    step: (step) =>
      aheadMs === 0
        ? step
        : {
            ...step,
            rows: step.rows.map((row) => ({ ...row, at: latest })),
            changes: step.changes.map(change),
          },
    view: (view) =>
      aheadMs === 0 ? view : { ...view, waiting: view.waiting.map(caller), agents: view.agents.map(agent) },
  };
}
