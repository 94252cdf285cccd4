/** Time as an argument, so that tests can use a fake clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms`. @returns cancels it */
  setTimeout(run: () => void, ms: number): () => void;
}

/** Runs `run` every `everyMs`. @returns stops it */
export function repeat(clock: Clock, everyMs: number, run: () => void): () => void {
  let cancel = clock.setTimeout(next, everyMs);
  function next(): void {
    cancel = clock.setTimeout(next, everyMs);
    run();
  }
  return () => cancel();
}
