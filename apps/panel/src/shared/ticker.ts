import type { Clock } from "./clock.ts";
import type { NextFrame } from "./live/frames.ts";
import type { Readable } from "./store.ts";

const SECOND_MS = 1_000;

/** Timers of a page of queues change in so many frames: all at once would take longer than a frame. */
const SLICES = 8;

/**
 * The time in whole seconds, in ms since the epoch. It ticks only while there is a subscriber. With `nextFrame` its
 * subscribers are notified in slices, one a frame (QDASH-9).
 */
export function createSecondTicker(clock: Clock, nextFrame?: NextFrame): Readable<number> {
  const listeners = new Set<() => void>();
  const whole = () => Math.floor(clock.now() / SECOND_MS) * SECOND_MS;
  let now = whole();
  let cancel: (() => void) | null = null;
  let cancelFrame: (() => void) | null = null;
  const arm = () => {
    cancel = clock.setTimeout(tick, SECOND_MS - (clock.now() % SECOND_MS));
  };
  const notify = (waiting: readonly (() => void)[], share: number) => {
    cancelFrame = null;
    for (const listener of waiting.slice(0, share)) if (listeners.has(listener)) listener();
    const rest = waiting.slice(share);
    if (rest.length > 0) cancelFrame = nextFrame?.(() => notify(rest, share)) ?? null;
  };
  const tick = () => {
    now = whole();
    arm();
    cancelFrame?.();
    const all = [...listeners];
    if (nextFrame === undefined) notify(all, all.length);
    // What is written between two frames is laid out once more.
    else cancelFrame = nextFrame(() => notify(all, Math.ceil(all.length / SLICES)));
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
        cancelFrame?.();
        cancelFrame = null;
      };
    },
  };
}
