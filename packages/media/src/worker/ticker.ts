import { FRAME_MS } from "../codec.ts";

/** One 20 ms beat for everything in a worker. It runs only while there is a subscriber. */
export interface Ticker {
  /**
   * Calls `run` once per 20 ms of the clock; after a stall a few missed beats are caught up. Returns a function that
   * stops it.
   */
  subscribe(run: () => void): () => void;
  stop(): void;
}

export interface MonotonicClock {
  /** Milliseconds, monotonic, fractions allowed. */
  now(): number;
  setTimeout(run: () => void, ms: number): () => void;
}

const MAX_CATCH_UP = 5; // beats; after a longer stall the lost ones are skipped, because late audio is useless

export function createTicker(clock: MonotonicClock): Ticker {
  const subscribers = new Set<() => void>();
  let cancel: (() => void) | undefined;
  let next = 0; // clock time of the next beat: always a whole number of beats after the first, so lateness never adds up

  const beat = (): void => {
    const late = Math.floor((clock.now() - next) / FRAME_MS);
    if (late > MAX_CATCH_UP) next += (late - MAX_CATCH_UP) * FRAME_MS;
    while (next <= clock.now()) {
      next += FRAME_MS;
      for (const run of subscribers) run();
    }
    schedule();
  };

  const schedule = (): void => {
    cancel = subscribers.size === 0 ? undefined : clock.setTimeout(beat, Math.max(0, next - clock.now()));
  };

  return {
    subscribe: (run) => {
      subscribers.add(run);
      if (cancel === undefined) {
        next = clock.now() + FRAME_MS;
        schedule();
      }
      return () => {
        subscribers.delete(run);
        if (subscribers.size > 0) return;
        cancel?.();
        cancel = undefined;
      };
    },
    stop: () => {
      subscribers.clear();
      cancel?.();
      cancel = undefined;
    },
  };
}
