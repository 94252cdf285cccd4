import type { Generated } from "kysely";

/** A quarter of an hour: the offset of each time zone in use is a multiple of it. */
export const QUARTER_MS = 900_000;
export const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS);

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
    status: string;
    entered_at: number;
    position: number;
    agent_id: number | null;
    wait_ms: number | null;
    talk_ms: number | null;
    ended_at: number | null;
  };
  /** Sums over the callers who joined in a quarter of an hour. */
  queue_quarters: {
    realm: string;
    queue_id: string;
    quarter: number;
    calls: number;
    answered: number;
    abandoned: number;
    timed_out: number;
    exited: number;
    hold_ms: number;
    talk_ms: number;
    longest_talk_ms: number;
  };
  /** Rows that are still in force. */
  queue_log_open: { realm: string; fact: string; owner: string; log_id: number };
};
