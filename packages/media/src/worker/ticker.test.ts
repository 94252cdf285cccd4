import { describe, expect, test } from "vitest";
import { createTicker } from "./ticker.ts";

/** A clock with timers that fire late by the given time, like real ones. */
function lateClock(lateMs: number) {
  let now = 1000;
  let timer: { at: number; run: () => void } | undefined;
  return {
    clock: {
      now: () => now,
      setTimeout: (run: () => void, ms: number) => {
        timer = { at: now + ms, run };
        return () => {
          timer = undefined;
        };
      },
    },
    advance: (ms: number) => {
      const until = now + ms;
      while (timer !== undefined && timer.at + lateMs <= until) {
        now = Math.max(now, timer.at + lateMs);
        const { run } = timer;
        timer = undefined;
        run();
      }
      now = until;
    },
    get idle() {
      return timer === undefined;
    },
  };
}

describe("the ticker", () => {
  test("MEDIA-42 beats 50 times per second, even with late timers", () => {
    const time = lateClock(7);
    let beats = 0;
    createTicker(time.clock).subscribe(() => (beats += 1));
    time.advance(60_010);
    expect(beats).toBe(3000);
  });

  test("MEDIA-42 after a stall at most five beats are caught up", () => {
    const time = lateClock(0);
    let beats = 0;
    const stalls = { ms: 0 };
    const ticker = createTicker({ now: () => time.clock.now() + stalls.ms, setTimeout: time.clock.setTimeout });
    ticker.subscribe(() => (beats += 1));
    time.advance(100);
    stalls.ms = 2000;
    time.advance(20);
    expect(beats).toBe(5 + 6);
  });

  test("MEDIA-42 it stops while it has no subscriber", () => {
    const time = lateClock(0);
    const stop = createTicker(time.clock).subscribe(() => undefined);
    expect(time.idle).toBe(false);
    stop();
    expect(time.idle).toBe(true);
  });
});
