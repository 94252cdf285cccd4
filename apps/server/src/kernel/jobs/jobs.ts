import * as z from "zod/mini";
import type { Bus } from "../bus/bus.ts";
import { topic } from "../bus/topic.ts";
import { repeat, type Clock } from "../clock.ts";
import { startJobLine, type JobLine } from "./job-line.ts";
import type { JobHandler, JobKind, JobOptions } from "./job.model.ts";
import type { JobStore } from "./job-store.port.ts";
import type { Log } from "../log.ts";
import type { RandomBytes } from "../secrets/secrets.ts";

/** Durable background jobs: a job survives a crash and is tried until it succeeds or is given up. */
export interface Jobs {
  /** Resolves when the job is stored. It may run twice (after a crash), so handlers must be idempotent. */
  add<Payload>(kind: JobKind<Payload>, payload: Payload, options?: { readonly runAt?: number }): Promise<void>;
  /** The number of unfinished jobs of a kind, on all servers. */
  waiting(kind: Pick<JobKind<unknown>, "name">): Promise<number>;
  /** All servers look for jobs immediately. Call it after the commit of a transaction that added jobs with `addJobRow`. */
  wake(): void;
  /** Runs the jobs of a kind from now on; may be called once for each kind. */
  work<Payload>(kind: JobKind<Payload>, handler: JobHandler<Payload>, options?: JobOptions<Payload>): void;
  /** Takes no more jobs, aborts running handlers and waits for them. The next start runs unfinished jobs again. */
  stop(): Promise<void>;
}

export interface JobsDeps {
  readonly store: JobStore;
  readonly bus: Pick<Bus, "publish" | "subscribe" | "onGap">;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** A server has added jobs: of this kind, or of any. */
const jobsAdded = topic("jobs.added", z.object({ kind: z.optional(z.string()) }));

/** Jobs that were given up are kept this long, to see why. */
const DEAD_KEPT_MS = 30 * 86_400_000;
const FORGET_EVERY_MS = 86_400_000;

export function createJobs(deps: JobsDeps): Jobs {
  const { store, bus, clock, log } = deps;
  const lines = new Map<string, JobLine>();
  const lookAll = (): void => {
    for (const line of lines.values()) line.look();
  };
  const stopListening = bus.subscribe(jobsAdded, ({ kind }) =>
    kind === undefined ? lookAll() : lines.get(kind)?.look(),
  );
  const stopGaps = bus.onGap(lookAll);
  const stopForgetting = repeat(clock, FORGET_EVERY_MS, () => {
    store.forgetDead(clock.now() - DEAD_KEPT_MS).catch((error: unknown) => {
      log.warn("old jobs could not be removed", { err: error });
    });
  });

  return {
    add: async ({ name, payload: schema }, payload, { runAt } = {}) => {
      await store.add({ kind: name, payload: JSON.stringify(schema.parse(payload)), runAt: runAt ?? clock.now() });
      bus.publish(jobsAdded, { kind: name });
    },
    waiting: ({ name }) => store.count(name),
    wake: () => bus.publish(jobsAdded, {}),
    work: (kind, handler, options = {}) => {
      if (lines.has(kind.name)) throw new Error(`jobs of kind ${kind.name} already have a handler`);
      lines.set(kind.name, startJobLine(deps, { kind, handler, options }));
    },
    stop: async () => {
      for (const stop of [stopListening, stopGaps, stopForgetting]) stop();
      await Promise.all([...lines.values()].map((line) => line.stop()));
    },
  };
}
