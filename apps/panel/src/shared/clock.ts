/** Time as an argument: the browser's in the page, a fake one in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** @returns how to cancel it */
  setTimeout(run: () => void, ms: number): () => void;
}
