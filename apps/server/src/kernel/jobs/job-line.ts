import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { retryDelayMs, type JobHandler, type JobKind, type JobOptions } from "./job.model.ts";
import type { JobStore, TakenJob } from "./job-store.port.ts";
import type { Log } from "../log.ts";
import { newId, type RandomBytes } from "../secrets/secrets.ts";

export interface JobLineDeps {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

export interface JobLineWork<Payload> {
  readonly kind: JobKind<Payload>;
  readonly handler: JobHandler<Payload>;
  readonly options: JobOptions<Payload>;
}

/** The jobs of one kind, in this process. */
export interface JobLine {
  /** Takes the jobs that are due now. */
  look(): void;
  stop(): Promise<void>;
}

/** Lease of a job: the job of a dead server is taken again after this time. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
/** A notice of a job that another server added may be lost, and that server may be too busy to run it. */
const LOOK_ANYWAY_MS = 30_000;
/** Wait while another server is taking the jobs that are due. */
const TAKEN_BY_OTHERS_MS = 100;
/** Wait while the store is unreachable. */
const STORE_RETRY_MS = 1_000;
const CONCURRENCY = 1;
const MOST_TRIES = 5;
/** Limit of the error text stored with a job, in characters. */
const LONGEST_REASON = 500;

/** Takes jobs as places become free. It queries the store when woken, when the next job is due, and rarely otherwise. */
export function startJobLine<Payload>(deps: JobLineDeps, work: JobLineWork<Payload>): JobLine {
  const { store, clock, random, log } = deps;
  const { name } = work.kind;
  const { concurrency = CONCURRENCY } = work.options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelTimer = (): void => undefined;

  const begin = (job: TakenJob): void => {
    const run = runJob(deps, { ...work, job, stopping: stopping.signal })
      .catch((error: unknown) =>
        log.warn("the result of a job could not be stored", { kind: name, id: job.id, err: error }),
      )
      .finally(() => {
        underWay.delete(run);
        look();
      });
    underWay.add(run);
  };
  const waitForNext = async (): Promise<number> => {
    const nextAt = (await store.nextAt(name)) ?? Number.POSITIVE_INFINITY;
    return Math.min(nextAt - clock.now(), LOOK_ANYWAY_MS);
  };
  /** @returns how long to wait; undefined: until a place is free */
  const takeDue = async (): Promise<number | undefined> => {
    const most = concurrency - underWay.size;
    if (most <= 0) return undefined;
    const waitMs = await waitForNext(); // A read only: without due jobs, nothing is locked or written.
    if (waitMs > 0) return waitMs;
    const now = clock.now();
    const taken = await store.take({ kind: name, most, now, until: now + LEASE_MS, holder: newId(random) });
    for (const job of taken) begin(job);
    if (taken.length === most) return undefined;
    return Math.max(await waitForNext(), TAKEN_BY_OTHERS_MS);
  };
  const lookOnce = async (): Promise<void> => {
    cancelTimer();
    let waitMs: number | undefined = STORE_RETRY_MS;
    try {
      waitMs = await takeDue();
    } catch (error) {
      log.warn("due jobs could not be read", { kind: name, err: error });
    }
    if (waitMs !== undefined && !stopping.signal.aborted) cancelTimer = clock.setTimeout(look, waitMs);
  };
  function look(): void {
    if (stopping.signal.aborted) return;
    lookAgain = looking !== undefined;
    looking ??= lookOnce().finally(() => {
      looking = undefined;
      if (lookAgain) look();
    });
  }

  look();
  return {
    look,
    stop: async () => {
      stopping.abort();
      cancelTimer();
      await looking;
      await Promise.all(underWay);
    },
  };
}

interface JobRun<Payload> extends JobLineWork<Payload> {
  readonly job: TakenJob;
  readonly stopping: AbortSignal;
}

/** One try, from lease to result. */
async function runJob<Payload>(deps: JobLineDeps, run: JobRun<Payload>): Promise<void> {
  const { store, clock, log } = deps;
  const { kind, handler, options, job, stopping } = run;
  const facts = { kind: kind.name, id: job.id, tries: job.tries };
  const payload = parsePayload(kind, job.payload);
  const giveUp = async (reason: string): Promise<void> => {
    log.error("a job was given up", { ...facts, reason });
    if (payload !== undefined) await options.failed?.(payload, reason);
    await store.bury(job, { at: clock.now(), error: reason });
  };
  if (payload === undefined) return giveUp("its payload does not fit this version");
  const mostTries = options.mostTries ?? MOST_TRIES;
  if (job.tries > mostTries) return giveUp("each try ended with the server");

  const lease = holdLease(deps, job);
  let failure: { readonly reason: string; readonly final: boolean; readonly quiet?: boolean } | undefined;
  try {
    const signal = AbortSignal.any([stopping, lease.lost]);
    const outcome = await handler(payload, { tries: job.tries, signal });
    if (outcome !== undefined)
      failure =
        "never" in outcome
          ? { reason: reasonOf(outcome.never), final: true }
          : { reason: reasonOf(outcome.later), final: job.tries >= mostTries, quiet: true };
  } catch (error) {
    failure = { reason: reasonOf(error), final: job.tries >= mostTries };
  } finally {
    lease.release();
  }
  if (failure === undefined) return store.done(job);
  if (stopping.aborted) return store.putBack(job, { runAt: clock.now(), tries: job.tries - 1, error: null });
  if (lease.lost.aborted) return;
  if (failure.final) return giveUp(failure.reason);
  const waitMs = (options.retryDelayMs ?? retryDelayMs)(job.tries);
  if (failure.quiet !== true) log.warn("a job failed and is tried again", { ...facts, waitMs, reason: failure.reason });
  await store.putBack(job, { runAt: clock.now() + waitMs, tries: job.tries, error: failure.reason });
}

/** Renews a lease until it is released or another server has the job. */
function holdLease({ store, clock, log }: JobLineDeps, job: TakenJob): { readonly lost: AbortSignal; release(): void } {
  const lost = new AbortController();
  let released = false;
  let cancel = clock.setTimeout(renew, RENEW_EVERY_MS);
  function renew(): void {
    store
      .renew(job, clock.now() + LEASE_MS)
      .then((ours) => {
        if (!ours) lost.abort();
      })
      .catch((error: unknown) => log.warn("a job's lease could not be renewed", { id: job.id, err: error }))
      .finally(() => {
        if (!released && !lost.signal.aborted) cancel = clock.setTimeout(renew, RENEW_EVERY_MS);
      });
  }
  return {
    lost: lost.signal,
    release: () => {
      released = true;
      cancel();
    },
  };
}

function parsePayload<Payload>({ payload: schema }: JobKind<Payload>, text: string): Payload | undefined {
  try {
    const parsed = z.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
