import type { QueueAgent, QueueCaller, QueueSummary } from "@callpanel/contract";
import type { Readable } from "../store.ts";
import { defineService } from "../service.ts";
import type { Framed } from "./frames.ts";

export interface LiveQueue {
  readonly number: string;
  readonly name: string;
  readonly summary: QueueSummary;
}

export type AgentState = QueueAgent["state"];
export type AgentCounts = Readonly<Record<AgentState, number>>;

/** A person as agent of one queue. */
export interface Membership {
  readonly queue: string;
  readonly agent: QueueAgent;
}

/** The live state of the queues that the viewer sees, each part with its own listeners. Times are in this computer's clock. */
export interface LiveQueues extends Omit<Framed, "start"> {
  /** Numbers of all queues, in the server's order; null until the first snapshot. */
  readonly numbers: Readable<readonly string[] | null>;
  queue(number: string): Readable<LiveQueue | null>;
  /** The waiting callers, the next one first. */
  line(number: string): Readable<readonly QueueCaller[]>;
  /** Extensions of the agents. */
  members(number: string): Readable<readonly string[]>;
  agent(number: string, exten: string): Readable<QueueAgent | null>;
  /** How many agents are in which state. */
  counts(number: string): Readable<AgentCounts>;
  /** The waiting caller who rings the phones of an agent. */
  rungFor(exten: string): Readable<QueueCaller | null>;
  /** The queues in which a person is an agent. */
  memberships(exten: string): Readable<readonly Membership[]>;
}

export const LIVE_QUEUES = defineService<LiveQueues>("liveQueues");
