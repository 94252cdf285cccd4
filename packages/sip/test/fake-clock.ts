import type { Clock } from "../src/text/clock.ts";

export interface FakeClock extends Clock {
  /** Moves time forward and runs timers in order. */
  advance(ms: number): void;
  /** Timers that are set and not cancelled. */
  pending(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export const createFakeClock = (start = 1_700_000_000_000): FakeClock => {
  let now = start;
  const timers = new Set<Timer>();
  const next = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  };
  return {
    now: () => now,
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance: (ms) => {
      const until = now + ms;
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer);
        now = timer.at;
        timer.run();
      }
      now = until;
    },
    pending: () => timers.size,
  };
};
