import type { Generated } from "kysely";

const MINUTE_MS = 60_000;
/**
 * Lengths of the periods that have sums, in minutes. Offsets of all time zones in use are multiples of a quarter of an hour, most of
 * an hour, and of those that are not, most of half an hour. Blocks of four hours make up most of a local day in every zone.
 */
export const SUM_MINUTES = [15, 30, 60, 240, 1_440] as const;
export type SumMinutes = (typeof SUM_MINUTES)[number];

/** Periods of one length are numbered from the epoch. */
export const periodOf = (at: number, minutes: SumMinutes): number => Math.floor(at / (minutes * MINUTE_MS));
export const startOfPeriod = (period: number, minutes: SumMinutes): number => period * minutes * MINUTE_MS;

/** The end of what still lasts: later than every other moment. */
export const OPEN_END = Number.MAX_SAFE_INTEGER;

/** The longest of these periods that divides each of the durations (in milliseconds). */
export function longestWithin(...durations: readonly number[]): SumMinutes {
  return SUM_MINUTES.findLast((minutes) => durations.every((one) => one % (minutes * MINUTE_MS) === 0)) ?? 15;
}

export type QueueTables = {
  queue_log: {
    id: Generated<number>;
    realm: string;
    at: number;
    queue_id: string | null;
    call_id: string | null;
    agent_id: number | null;
    event: string;
    /** The whole row as JSON. */
    row: string;
  };
  /** The stay of a caller; `id` is that of its ENTERQUEUE row. */
  queue_stays: {
    id: number;
    realm: string;
    queue_id: string;
    call_id: string;
    number: string;
    name: string;
    /** `numberKey` of the number. */
    number_key: string;
    status: string;
    entered_at: number;
    position: number;
    agent_id: number | null;
    wait_ms: number | null;
    talk_ms: number | null;
    ended_at: number | null;
    /** 1: the caller asked to be called back. */
    callback: Generated<number>;
  };
  /** Sums over the callers who joined in a period. */
  queue_sums: {
    realm: string;
    queue_id: string;
    minutes: number;
    period: number;
    calls: number;
    answered: number;
    in_target: number;
    abandoned: number;
    timed_out: number;
    exited: number;
    hold_ms: number;
    talk_ms: number;
    longest_talk_ms: number;
  };
  /** What an agent did in a queue in a period; durations are split where periods end. */
  queue_agent_sums: {
    realm: string;
    queue_id: string;
    agent_id: number;
    minutes: number;
    period: number;
    answered: number;
    missed: number;
    rejected: number;
    hold_ms: number;
    talk_ms: number;
    wrap_up_ms: number;
  };
  /** When agents were members of queues or paused in them; of wrap-ups, the latest of each agent. */
  queue_agent_times: {
    id: Generated<number>;
    realm: string;
    queue_id: string;
    agent_id: number;
    started_at: number;
    /** `OPEN_END` while it lasts. */
    ended_at: number;
    kind: "login" | "pause" | "wrapUp";
    /** Of a pause. */
    reason: string;
  };
  /** The person who calls a missed number of a queue back; `number` is the `numberKey`. */
  missed_takes: { realm: string; queue_id: string; number: string; user_id: number; taken_at: number };
  saved_queue_reports: {
    id: Generated<number>;
    owner_id: number;
    name: string;
    /** The rest of it as JSON. */
    content: string;
    next_at: number;
    last_sent_at: number | null;
  };
  /** Rows that are still in force. */
  queue_log_open: { realm: string; fact: string; owner: string; log_id: number };
};
