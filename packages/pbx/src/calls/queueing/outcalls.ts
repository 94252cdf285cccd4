/** The agents who are rung for callbacks, and who call them. */
import type { QueueDecision, QueueEngine } from "../../queues/engine.port.ts";
import { Outcall, type OutcallDeps } from "./outcall.ts";

/** True: the decision is about a callback. */
export type PerformOutcall = (decision: QueueDecision) => boolean;

export function createOutcalls({
  engine,
  ...deps
}: OutcallDeps & { readonly engine: Pick<QueueEngine, "callbackOf" | "settingsOf"> }): PerformOutcall {
  const outcalls = new Map<string, Outcall>();
  const keyOf = (callId: string, agentId: number): string => `${callId} ${agentId}`;

  const ring = (callId: string, agentId: number): boolean => {
    const callback = engine.callbackOf(callId);
    const settings = callback && engine.settingsOf(callback.queueId);
    if (callback === undefined || settings === undefined) return false;
    const key = keyOf(callId, agentId);
    const over = (): void => {
      if (outcalls.get(key) === outcall) outcalls.delete(key);
    };
    const outcall = new Outcall({ deps, callId, agentId, callback, settings, over });
    outcalls.set(key, outcall);
    outcall.begin();
    return true;
  };

  return (decision) => {
    if (decision.kind === "ring") return ring(decision.callId, decision.agentId);
    if (decision.kind !== "stopRinging") return false;
    const outcall = outcalls.get(keyOf(decision.callId, decision.agentId));
    outcall?.stop(decision.answered);
    return outcall !== undefined;
  };
}
