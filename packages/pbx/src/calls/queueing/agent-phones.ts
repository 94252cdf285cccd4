/** Reports to the queue engine which agents can be called: their phones, their settings, their other calls (QUE-20). */
import type { Directory, DirectoryUser, MaybePromise } from "@callpanel/phone-port";
import type { QueueEvent } from "../../queues/engine.port.ts";
import type { Bindings } from "../../registrar/bindings.ts";
import { whenReady } from "../../when-ready.ts";
import type { CallRegister } from "../call/call-register.ts";

export interface AgentPhones {
  /** The agent as the directory has them now; undefined without a registered phone. */
  userOf(agentId: number): MaybePromise<DirectoryUser | undefined>;
  /** The agent has one call more or less. */
  occupied(agentId: number): void;
  /** The agent's phones or settings have changed. */
  changed(agentId: number): void;
}

export function createAgentPhones(parts: {
  readonly realm: string;
  readonly directory: Directory;
  readonly bindings: Bindings;
  readonly register: CallRegister;
  readonly agentIds: ReadonlySet<number>;
  /** Whether a call is one that a queue gives to the agent. */
  readonly engages: (callId: string, agentId: number) => boolean;
  readonly tell: (event: QueueEvent) => void;
}): AgentPhones {
  const { realm, directory, bindings, register, agentIds, engages, tell } = parts;
  /** Agents who can be rung, by what the directory says. */
  const willing = new Set<number>();

  const userOf: AgentPhones["userOf"] = (agentId) => {
    const [binding] = bindings.ofUser(agentId);
    return binding === undefined ? undefined : directory.userBySipUsername(realm, binding.user.sipUsername);
  };
  const occupied = (agentId: number): void => {
    if (!agentIds.has(agentId)) return;
    const busy = [...register.callsOf(agentId)].some(({ id }) => !engages(id, agentId));
    const reachable = willing.has(agentId) && bindings.ofUser(agentId).length > 0;
    tell({ kind: "agentDevice", agentId, reachable, busy });
  };
  return {
    userOf,
    occupied,
    changed: (agentId) => {
      if (!agentIds.has(agentId)) return;
      void whenReady(userOf(agentId), (user) => {
        if (user?.mayUseSoftphone === true && !user.doNotDisturb) willing.add(agentId);
        else willing.delete(agentId);
        occupied(agentId);
      });
    },
  };
}
