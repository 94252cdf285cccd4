/**
 * Time as an argument. `now` in ms since the epoch; `setTimeout` returns a function that cancels, which may be called
 * again or too late.
 */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): () => void;
}
