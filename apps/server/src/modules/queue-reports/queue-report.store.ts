import type { QueueLogRow } from "@callpanel/phone-port";

/** The queues of a search: all that the realm has or had, or those with these ids. */
export type QueueScope = "realm" | { readonly queueIds: readonly string[] };

export interface QueueSearch {
  readonly realm: string;
  readonly scope: QueueScope;
  /** Milliseconds since the epoch, on a quarter of an hour; callers who joined from `from` on, before `until`. */
  readonly from: number;
  readonly until: number;
}

/** Sums over the callers who joined a queue in a period. Durations in milliseconds. */
export interface QueueSums {
  readonly calls: number;
  readonly answered: number;
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
  /** All rows about a call, in order. */
  rowsOfCall(realm: string, callId: string): Promise<readonly QueueLogRow[]>;
  /** Rows about an agent between two moments, the latest first. */
  rowsOfAgent(
    search: QueueSearch & { readonly agentId: number },
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly rows: readonly QueueLogRow[] }>;
}
