import type { NextFrame } from "../src/shared/live/frames.ts";

/** Frames that are rendered when a test says so. */
export function framesByHand() {
  let waiting = new Set<() => void>();
  const nextFrame: NextFrame = (run) => {
    // The same function may wait twice.
    const turn = () => run();
    waiting.add(turn);
    return () => void waiting.delete(turn);
  };
  return {
    nextFrame,
    draw() {
      const due = waiting;
      waiting = new Set();
      for (const run of due) run();
    },
  };
}
