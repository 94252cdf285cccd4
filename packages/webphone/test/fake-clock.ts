/** A clock that stands still until a test moves it. */
import type { Clock } from "../src/ports/clock.port.ts";

const TURNS = 4; // of the event loop: some answers come a turn later than what they answer

export interface FakeClock extends Clock {
  /** Moves time on, running what falls due, in order; lets promises settle after each. */
  advance(ms: number): Promise<void>;
  readonly pending: () => number;
}

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start;
  let timers: readonly { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run };
      timers = [...timers, timer].sort((a, b) => a.at - b.at);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    advance: async (ms) => {
      await settle();
      const end = now + ms;
      for (let next = timers[0]; next && next.at <= end; next = timers[0]) {
        now = next.at;
        timers = timers.filter((one) => one !== next);
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
    pending: () => timers.length,
  };
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}
