import { repeat, type Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** What is kept for some days only. */
export interface RetentionRule {
  /** Of what is removed, for the log: `recordings`. */
  readonly name: string;
  /** Undefined: for ever. */
  readonly days: number | undefined;
  /** Removes some of what is from before, in milliseconds since the epoch. @returns how many; 0: none is left */
  removeBefore(at: number): Promise<number>;
}

const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Removes what was kept long enough, now and every hour (SOUND-30). The answer stops it, after what is under way. */
export function startRetention({
  clock,
  rules,
  log,
}: {
  readonly clock: Clock;
  readonly rules: readonly RetentionRule[];
  readonly log: Log;
}): () => Promise<void> {
  let stopped = false;
  let sweeping = Promise.resolve();

  const apply = async ({ name, days, removeBefore }: RetentionRule): Promise<void> => {
    if (days === undefined) return;
    const before = clock.now() - days * DAY_MS;
    let count = 0;
    try {
      for (let removed = -1; removed !== 0 && !stopped;) {
        removed = await removeBefore(before);
        count += removed;
      }
    } catch (error) {
      // The next sweep tries again.
      log.warn("what was kept long enough could not be removed", { what: name, err: error });
    }
    if (count > 0) log.info("removed what was kept long enough", { what: name, count });
  };
  const sweep = (): void => {
    sweeping = sweeping.then(async () => {
      for (const rule of rules) await apply(rule);
    });
  };
  sweep();
  const cancel = repeat(clock, SWEEP_EVERY_MS, sweep);
  return async () => {
    stopped = true;
    cancel();
    await sweeping;
  };
}
