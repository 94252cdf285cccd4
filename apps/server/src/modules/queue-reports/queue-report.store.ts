import type { QueueLogRow } from "@callpanel/phone-port";

/** The queues of a search: all that the realm has or had, or those with these ids. */
export type QueueScope = "realm" | { readonly queueIds: readonly string[] };

export interface QueueSearch {
  readonly realm: string;
  readonly scope: QueueScope;
  /** Milliseconds since the epoch, on a quarter of an hour; callers who joined from `from` on, before `until`. */
  readonly from: number;
  readonly until: number;
  /** Only calls that this agent answered, or what this agent did. */
  readonly agentId?: number | undefined;
}

/** Sums over the callers who joined a queue in a period. Durations in milliseconds. */
export interface QueueSums {
  readonly calls: number;
  readonly answered: number;
  /** Answered within the target of the queue. */
  readonly inTarget: number;
  readonly abandoned: number;
  readonly timedOut: number;
  /** Left by the exit key, because the queue was empty, or because a person moved them. */
  readonly exited: number;
  /** Waits of those who were answered. */
  readonly holdMs: number;
  readonly talkMs: number;
  readonly longestTalkMs: number;
}

export interface PeriodSums extends QueueSums {
  readonly queueId: string;
  /** Number of the period. */
  readonly period: number;
}

/** Splits time into periods of one length: a moment is in period `floor((at + shiftMs) / periodMs)`. */
export interface Periods {
  /** Whole quarters of an hour. */
  readonly periodMs: number;
  readonly shiftMs: number;
}

/** The stay of one caller in a queue. */
export interface QueueStay {
  /** Grows in the order of the log. */
  readonly id: number;
  readonly callId: string;
  readonly queueId: string;
  readonly number: string;
  readonly name: string;
  readonly enteredAt: number;
  readonly position: number;
  /** The name of the row that ended it, `CONNECT` while they talk, `in queue` while they wait. */
  readonly status: string;
  /** Until they were answered or left. */
  readonly waitMs: number | null;
  readonly talkMs: number | null;
  readonly agentId: number | null;
  readonly endedAt: number | null;
  /** The caller asked to be called back. */
  readonly isCallback: boolean;
}

/** What an agent did in a period. Durations in milliseconds, cut at its ends. */
export interface AgentSums {
  readonly agentId: number;
  readonly answered: number;
  readonly missed: number;
  readonly rejected: number;
  /** Waits of the callers that the agent answered. */
  readonly holdMs: number;
  readonly talkMs: number;
  readonly wrapUpMs: number;
}

/** A time in which an agent was logged in to a queue, or paused in it. */
export interface AgentTime {
  readonly agentId: number;
  readonly kind: "login" | "pause";
  /** Cause of a pause. */
  readonly reason: string;
  readonly startedAt: number;
  /** Infinity while it lasts. */
  readonly endedAt: number;
}

/** Reads the queue log for reports. */
export interface QueueReportStore {
  /** Sums of the periods with callers, in no order. */
  sums(search: QueueSearch, periods: Periods): Promise<readonly PeriodSums[]>;
  /** The latest first. `total` is that of the search. */
  stays(
    search: QueueSearch,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly stays: readonly QueueStay[] }>;
  /** The latest first, from before this stay on. */
  staysBefore(
    search: QueueSearch,
    before: Pick<QueueStay, "id" | "enteredAt"> | undefined,
    limit: number,
  ): Promise<readonly QueueStay[]>;
  /** Agents with answered calls, rings, talks or wrap-ups in the period, in no order. */
  agentSums(search: QueueSearch): Promise<readonly AgentSums[]>;
  /** Times that overlap the period; the same time in several queues may be there once. In no order. */
  agentTimes(search: QueueSearch): Promise<readonly AgentTime[]>;
  /** Agents who ever answered a call, were rung, logged in or paused in these queues. */
  agentsOf(search: Pick<QueueSearch, "realm" | "scope">): Promise<readonly number[]>;
  /** All rows about a call, in order. */
  rowsOfCall(realm: string, callId: string): Promise<readonly QueueLogRow[]>;
  /** Rows about an agent between two moments, the latest first. */
  rowsOfAgent(
    search: QueueSearch & { readonly agentId: number },
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly rows: readonly QueueLogRow[] }>;
}
