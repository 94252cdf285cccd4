import { repeat, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/** A kind of item that is kept for a number of days. */
export interface RetentionRule {
  /** Name of the items, for the log: `recordings`. */
  readonly name: string;
  /** Undefined: without limit. */
  readonly days: number | undefined;
  /** Removes some items from before this time, in milliseconds since the epoch. @returns how many; 0: all are removed */
  removeBefore(at: number): Promise<number>;
}

const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Removes expired items now and every hour (SOUND-30). @returns stops it, and waits for a running removal */
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
      log.warn("expired items could not be removed", { what: name, err: error });
    }
    if (count > 0) log.info("removed expired items", { what: name, count });
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
