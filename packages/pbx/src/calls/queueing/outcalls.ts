/** The agents who are rung for callbacks, and who call them. */
import type { QueueDecision, QueueEngine } from "../../queues/engine.port.ts";
import { Outcall, type OutcallDeps } from "./outcall.ts";

export interface Outcalls {
  /** True: the decision is about a callback. */
  perform(decision: QueueDecision): boolean;
  /** Whether a call is that of an agent who calls somebody back. */
  has(callId: string): boolean;
}

export function createOutcalls({
  engine,
  engaged,
  ...deps
}: OutcallDeps & {
  readonly engine: Pick<QueueEngine, "callbackOf" | "settingsOf">;
  /** The agent's phone rings in a call that is known now. */
  readonly engaged: (agentId: number) => void;
}): Outcalls {
  /** By the queue's call and the agent. */
  const outcalls = new Map<string, Outcall>();
  const callIds = new Set<string>();

  const ring = (callId: string, agentId: number): boolean => {
    const callback = engine.callbackOf(callId);
    const settings = callback && engine.settingsOf(callback.queueId);
    if (callback === undefined || settings === undefined) return false;
    const key = `${callId} ${agentId}`;
    let ownId: string | undefined;
    const outcall = new Outcall({
      deps,
      callId,
      agentId,
      callback,
      settings,
      begun: (id) => {
        ownId = id;
        callIds.add(id);
        engaged(agentId);
      },
      over: () => {
        if (ownId !== undefined) callIds.delete(ownId);
        if (outcalls.get(key) === outcall) outcalls.delete(key);
      },
    });
    outcalls.set(key, outcall);
    outcall.begin();
    return true;
  };

  return {
    perform: (decision) => {
      if (decision.kind === "ring") return ring(decision.callId, decision.agentId);
      const outcall =
        decision.kind === "stopRinging" ? outcalls.get(`${decision.callId} ${decision.agentId}`) : undefined;
      if (decision.kind === "stopRinging") outcall?.stop(decision.answered);
      return outcall !== undefined;
    },
    has: (callId) => callIds.has(callId),
  };
}
