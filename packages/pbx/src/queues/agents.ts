/** Agents: those who can be called now, and the caller that a free agent gets (rules QUE-20 to QUE-27). */
import type { Deadlines } from "./deadlines.ts";
import { isAhead, joinedBefore } from "./line.ts";
import type { Outbox } from "./outbox.ts";
import type { Agent, Caller, Member, Queue } from "./state.ts";

/** What is due at a time. */
export type Due =
  | { readonly kind: "ringOver"; readonly agent: Agent }
  | { readonly kind: "agentFree"; readonly agent: Agent }
  | { readonly kind: "waitOver" | "announce" | "callbackDue"; readonly caller: Caller }
  | { readonly kind: "empty"; readonly queue: Queue };

/** QUE-41: how long a queue has to be without agents to be empty; a phone comes back after a reload of its page. */
export const EMPTY_AFTER_MS = 10_000;

export interface Agents {
  get(id: number): Agent | undefined;
  /** Creates the agent if there is none. */
  of(id: number): Agent;
  readonly ids: ReadonlySet<number>;
  noteDevice(device: Pick<Agent, "reachable" | "busy"> & { readonly agentId: number }): void;
  /** Something about the agent has changed: updates where they can be rung, and gives them a caller. */
  refresh(agent: Agent): void;
  /** A member was added to or removed from a queue. */
  recount(member: Member): void;
  isEmpty(queue: Queue, rule: "joinWhenEmpty" | "leaveWhenEmpty"): boolean;
  /** From now on the callers of the queue leave when it is empty, if its settings say so. */
  watchEmpty(queue: Queue): void;
}

interface AgentsParts {
  readonly now: () => number;
  readonly out: Outbox;
  readonly deadlines: Deadlines<Due>;
  /** Rings agents for a caller who rings no phone. */
  readonly serve: (caller: Caller) => void;
  /** Rings one more agent for a caller who rings all agents. */
  readonly ringToo: (caller: Caller, member: Member) => void;
}

export function createAgents({ now, out, deadlines, serve, ringToo }: AgentsParts): Agents {
  const agents = new Map<number, Agent>();
  const ids = new Set<number>();

  const isFree = ({ agent, queue, paused, ringInUse }: Member): boolean =>
    agent.reachable &&
    agent.engaged === undefined &&
    paused === undefined &&
    agent.wrapUpUntil <= now() &&
    agent.restUntil <= now() &&
    (!agent.busy || (ringInUse ?? queue.settings.ringInUse));

  const note = (queue: Queue, what: "present" | "active"): void => {
    if (queue.counts[what] > 0) queue.none[what] = undefined;
    else if (queue.none[what] === undefined) {
      queue.none[what] = now();
      deadlines.add(now() + EMPTY_AFTER_MS, { kind: "empty", queue });
    }
  };
  const recount = (member: Member): void => {
    const { queue, agent, counted } = member;
    const isMember = queue.members.get(agent.id) === member;
    const wanted = {
      // An agent who talks has a phone, even if it lost its connection for a moment.
      present: isMember && (agent.reachable || agent.engaged !== undefined),
      active: isMember && (agent.reachable || agent.engaged !== undefined) && member.paused === undefined,
    };
    for (const what of ["present", "active"] as const) {
      if (counted[what] !== wanted[what]) queue.counts[what] += wanted[what] ? 1 : -1;
      counted[what] = wanted[what];
      note(queue, what);
    }
    if (isMember && isFree(member)) queue.available.add(member);
    else queue.available.delete(member);
    out.touchMember(member);
  };

  /** QUE-21: the queue with the highest weight, then the caller who waits longest. */
  const nextCallerOf = (agent: Agent): Caller | undefined => {
    let best: Caller | undefined;
    for (const member of agent.memberships.values()) {
      const { queue } = member;
      const { first } = queue.looking;
      if (first === undefined || !queue.available.has(member)) continue;
      if (best === undefined || isServedBefore(first, best)) best = first;
    }
    return best;
  };

  /** QUE-11: an agent who becomes free rings too where all agents ring. */
  const joinRinging = (agent: Agent): void => {
    for (const member of agent.memberships.values()) {
      const { queue } = member;
      if (queue.settings.strategy !== "ringAll" || !queue.available.has(member)) continue;
      const caller = queue.line.callers.find(({ phase, expired }) => phase === "ringing" && !expired);
      if (caller === undefined) continue;
      const penalties = [...caller.agents].map(({ engaged }) => engaged?.member.penalty ?? 0);
      if (member.penalty <= Math.max(...penalties)) return ringToo(caller, member);
    }
  };

  const offer = (agent: Agent): void => {
    for (let caller = nextCallerOf(agent); caller !== undefined; caller = nextCallerOf(agent)) serve(caller);
    if (agent.engaged === undefined) joinRinging(agent);
  };

  const of = (id: number): Agent => {
    const known = agents.get(id);
    if (known !== undefined) return known;
    const agent: Agent = {
      id,
      memberships: new Map(),
      reachable: false,
      busy: false,
      engaged: undefined,
      wrapUpUntil: 0,
      restUntil: 0,
      lastCallAt: 0,
      loggedInAt: undefined,
    };
    agents.set(id, agent);
    ids.add(id);
    return agent;
  };
  const refresh = (agent: Agent): void => {
    for (const member of agent.memberships.values()) recount(member);
    if (agent.engaged === undefined) offer(agent);
  };

  return {
    get: (id) => agents.get(id),
    of,
    ids,
    refresh,
    noteDevice: ({ agentId, reachable, busy }) => {
      const agent = of(agentId);
      agent.reachable = reachable;
      agent.busy = busy;
      refresh(agent);
    },
    recount,
    watchEmpty: (queue) => deadlines.add(now() + EMPTY_AFTER_MS, { kind: "empty", queue }),
    isEmpty: ({ settings, none }, rule) => {
      if (settings[rule] === "never") return false;
      const since = settings[rule] === "noAgents" ? none.present : none.active;
      return since !== undefined && now() - since >= EMPTY_AFTER_MS;
    },
  };
}

function isServedBefore(one: Caller, other: Caller): boolean {
  const weights = one.queue.settings.weight - other.queue.settings.weight;
  if (weights !== 0) return weights > 0;
  return one.queue === other.queue ? isAhead(one, other) : joinedBefore(one, other);
}
