import { repeat, type Clock } from "./clock.ts";
import { startJobLine, type JobLine } from "./job-line.ts";
import type { JobHandler, JobKind, JobOptions } from "./job.model.ts";
import type { JobStore } from "./job-store.port.ts";
import type { Log } from "./log.ts";
import type { RandomBytes } from "./secrets.ts";

/** Work that is done later, surely: what was added survives a crash and is tried again until it succeeds or is given up. */
export interface Jobs {
  /** Resolves when the job is kept. It may be done twice (after a crash): handlers must bear that. */
  add<Payload>(kind: JobKind<Payload>, payload: Payload, options?: { readonly runAt?: number }): Promise<void>;
  /** How many of a kind are not done yet, on all servers. */
  waiting(kind: Pick<JobKind<unknown>, "name">): Promise<number>;
  /** Looks at once. For who added jobs inside a transaction of its own (`addJobRow`), after its commit. */
  wake(): void;
  /** Does the jobs of a kind from now on; once for each kind. */
  work<Payload>(kind: JobKind<Payload>, handler: JobHandler<Payload>, options?: JobOptions<Payload>): void;
  /** Takes no more, tells handlers under way to stop and waits for them; what they left is done by the next run. */
  stop(): Promise<void>;
}

export interface JobsDeps {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** For whoever wants to see why something was given up. */
const DEAD_KEPT_MS = 30 * 86_400_000;
const FORGET_EVERY_MS = 86_400_000;

export function createJobs(deps: JobsDeps): Jobs {
  const { store, clock, log } = deps;
  const lines = new Map<string, JobLine>();
  const wake = (): void => {
    for (const line of lines.values()) line.look();
  };
  const stopForgetting = repeat(clock, FORGET_EVERY_MS, () => {
    store.forgetDead(clock.now() - DEAD_KEPT_MS).catch((error: unknown) => {
      log.warn("old jobs could not be removed", { err: error });
    });
  });

  return {
    add: async ({ name, payload: schema }, payload, { runAt } = {}) => {
      await store.add({ kind: name, payload: JSON.stringify(schema.parse(payload)), runAt: runAt ?? clock.now() });
      lines.get(name)?.look();
    },
    waiting: ({ name }) => store.count(name),
    wake,
    work: (kind, handler, options = {}) => {
      if (lines.has(kind.name)) throw new Error(`jobs of kind ${kind.name} are done already`);
      lines.set(kind.name, startJobLine(deps, { kind, handler, options }));
    },
    stop: async () => {
      stopForgetting();
      await Promise.all([...lines.values()].map((line) => line.stop()));
    },
  };
}
