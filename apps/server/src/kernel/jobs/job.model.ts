import type * as z from "zod/mini";
import type { NewJob } from "./job-store.port.ts";

/** A kind of job and the shape of its payload: `{ name: "voicemail.transcribe", payload: z.object({ … }) }`. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodMiniType<Payload>;
}

/** A job to be stored with what it belongs to, in one transaction (JOB-1). */
export const jobOf = <Payload>(
  { name, payload: schema }: JobKind<Payload>,
  payload: Payload,
  runAt: number,
): NewJob => ({ kind: name, payload: JSON.stringify(schema.parse(payload)), runAt });

/**
 * The result of a handler: nothing when the work is done, `never` when further tries are useless. A handler throws to be
 * tried again, or returns `later` where that is normal and already logged.
 */
export type JobOutcome = void | { readonly never: string } | { readonly later: string };

export interface JobTry {
  /** Begins with 1. */
  readonly tries: number;
  /** Aborts when the server stops or the lease is lost: another try will do the work. */
  readonly signal: AbortSignal;
}

/** Runs one job. It may run twice, after a crash. */
export type JobHandler<Payload> = (payload: Payload, attempt: JobTry) => Promise<JobOutcome>;

export interface JobOptions<Payload> {
  /** Jobs of this kind that this process runs in parallel. */
  readonly concurrency?: number;
  /** After this many tries the job is given up. */
  readonly mostTries?: number;
  /** How long a job waits that has failed `tries` times; by default the module's `retryDelayMs`. */
  readonly retryDelayMs?: (tries: number) => number;
  /** Called for each job that is given up, before that is stored; may be called twice, after a crash. */
  readonly failed?: (payload: Payload, reason: string) => Promise<void>;
}

/** Wait between the first and the second try; each further wait is four times as long. */
const FIRST_RETRY_MS = 10_000;
const RETRY_GROWTH = 4;
const LONGEST_RETRY_MS = 3_600_000;

/** How long a job waits that has failed `tries` times. */
export function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * RETRY_GROWTH ** (tries - 1));
}
