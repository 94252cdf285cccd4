import type * as z from "zod/mini";

/** A kind of job and the shape of its payload: `{ name: "voicemail.transcribe", payload: z.object({ … }) }`. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodMiniType<Payload>;
}

/** How a handler ends: nothing when the work is done, `never` when trying again is of no use. It throws to be tried again, or says `later` where that is usual and logged. */
export type JobOutcome = void | { readonly never: string } | { readonly later: string };

export interface JobTry {
  /** 1 at first. */
  readonly tries: number;
  /** Aborts when the server stops and when the lease is lost: the work will be done by another try. */
  readonly signal: AbortSignal;
}

/** Does one job. It may be done twice, after a crash. */
export type JobHandler<Payload> = (payload: Payload, attempt: JobTry) => Promise<JobOutcome>;

export interface JobOptions<Payload> {
  /** Of this kind in this process. */
  readonly concurrency?: number;
  /** Then the job is given up. */
  readonly mostTries?: number;
  /** How long a job waits that has failed `tries` times; else as `retryDelayMs` says. */
  readonly retryDelayMs?: (tries: number) => number;
  /** Hears of each job that was given up, before it is buried; may be told twice, after a crash. */
  readonly failed?: (payload: Payload, reason: string) => Promise<void>;
}

/** Between the first try and the second; each next wait is four times as long. */
const FIRST_RETRY_MS = 10_000;
const RETRY_GROWTH = 4;
const LONGEST_RETRY_MS = 3_600_000;

/** How long a job waits that has failed `tries` times. */
export function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * RETRY_GROWTH ** (tries - 1));
}
