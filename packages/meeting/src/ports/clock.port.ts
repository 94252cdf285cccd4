/** Time as an argument: the browser's in production, a fake in tests. */
export interface Clock {
  /** ms since epoch. */
  now(): number;
  /** Runs once after `ms`; returns cancel. */
  setTimeout(run: () => void, ms: number): () => void;
}
