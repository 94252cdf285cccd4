/** The state of the queue engine: queues, callers, agents, and agents as members of queues. Drawn in docs/spec/queues.md. */
import type { QueueSettings } from "@callpanel/phone-port";
import type { Line } from "./line.ts";

export interface Queue {
  readonly id: string;
  settings: QueueSettings;
  /** All waiting callers, also those who ring phones. */
  readonly line: Line<Caller>;
  /** Callers who ring no phone. */
  readonly looking: Line<Caller>;
  /** Callers who have hung up and wait to be called back, by the number to call. */
  readonly callbacks: Map<string, Caller>;
  readonly members: Map<number, Member>;
  /** Members who can be rung now. */
  readonly available: Set<Member>;
  /** `Member.place` of the agent rung last. */
  lastRung: number;
  /** Members with a phone; those of them who are not paused. */
  readonly counts: { present: number; active: number };
  /** Since when there are none; undefined: there are some. */
  readonly none: { present: number | undefined; active: number | undefined };
  /** Mean time that a call keeps an agent, with wrap-up; undefined: not known. */
  serviceMs: number | undefined;
}

/** An agent in one queue. */
export interface Member {
  readonly queue: Queue;
  readonly agent: Agent;
  /** The order of the linear and round robin strategies. */
  place: number;
  penalty: number;
  ringInUse: boolean | undefined;
  readonly dynamic: boolean;
  paused: { readonly reason: string; readonly since: number } | undefined;
  callsTaken: number;
  lastCallAt: number | undefined;
  /** Missed in a row. */
  missedCount: number;
  /** How it was counted in `Queue.counts`. */
  readonly counted: { present: boolean; active: boolean };
  /** The last reported state of the agent, and since when. */
  readonly told: { text: string; state: string; since: number };
}

/** A person, in all queues of which they are a member. */
export interface Agent {
  readonly id: number;
  readonly memberships: Map<string, Member>;
  reachable: boolean;
  /** In a call that no queue gave. */
  busy: boolean;
  /** The one queue call that the agent is rung for or has. */
  engaged: Engagement | undefined;
  /** Not called until then, after a call or a ring without an answer; in the past: not. */
  wrapUpUntil: number;
  restUntil: number;
  lastCallAt: number;
  loggedInAt: number | undefined;
}

export interface Engagement {
  readonly caller: Caller;
  readonly member: Member;
  /** `answering`: the phone is picked up, the caller is not heard yet. */
  phase: "ringing" | "answering" | "talking";
  readonly since: number;
  /** When ringing ends. */
  readonly ringUntil: number;
}

export interface Caller {
  readonly callId: string;
  readonly queue: Queue;
  readonly party: { readonly number: string; readonly name: string };
  readonly priority: number;
  /** Counts all callers of the engine, so that the longest waiting one is known across queues. */
  number: number;
  enteredAt: number;
  /** Their order in the line. */
  joinedAt: number;
  originalPosition: number;
  phase: "waiting" | "ringing" | "answering" | "talking";
  /** Agents who are rung for the caller, or who talk to the caller. */
  readonly agents: Set<Agent>;
  /** Agents who did not answer in this round. */
  readonly tried: Set<Agent>;
  /** The waiting time was over while phones rang. */
  expired: boolean;
  waitMs: number;
  connectedAt: number;
  /** Given once the caller has hung up and keeps the place. */
  callback: Callback | undefined;
}

export interface Callback {
  readonly number: string;
  /** How often the caller was called. */
  attempts: number;
  /** Not called before that time. */
  restUntil: number;
  readonly expiresAt: number;
  /** An agent has picked up, and the caller is being called. */
  dialling: boolean;
}
