/** Time as an argument: tests bring a clock they can wind. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms`; the answer cancels. */
  setTimeout(run: () => void, ms: number): () => void;
}

/** Runs `run` again and again, `everyMs` apart; the answer stops it. */
export function repeat(clock: Clock, everyMs: number, run: () => void): () => void {
  let cancel = clock.setTimeout(next, everyMs);
  function next(): void {
    cancel = clock.setTimeout(next, everyMs);
    run();
  }
  return () => cancel();
}
