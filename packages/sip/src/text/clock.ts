/** Time as an argument. `now` in ms since the epoch; `setTimeout` returns how to cancel. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): () => void;
}
