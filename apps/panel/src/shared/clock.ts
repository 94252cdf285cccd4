/** Time as an argument: the browser's clock in the page, a fake one in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** @returns a cancel function */
  setTimeout(run: () => void, ms: number): () => void;
}
