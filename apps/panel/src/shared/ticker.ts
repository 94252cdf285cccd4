import type { Clock } from "./clock.ts";
import type { Readable } from "./store.ts";

const SECOND_MS = 1_000;

/** The time in whole seconds, in ms since the epoch. It ticks only while there is a subscriber. */
export function createSecondTicker(clock: Clock): Readable<number> {
  const listeners = new Set<() => void>();
  const whole = () => Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
  let now = whole();
  let cancel: (() => void) | null = null;
  const arm = () => {
    cancel = clock.setTimeout(tick, SECOND_MS - (clock.now() % SECOND_MS));
  };
  const tick = () => {
    now = whole();
    arm();
    for (const listener of listeners) listener();
  };
  return {
    get() {
      if (cancel === null) now = whole();
      return now;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (cancel === null) {
        now = whole();
        arm();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancel?.();
        cancel = null;
      };
    },
  };
}
