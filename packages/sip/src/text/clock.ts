/** Time as an argument. `now` in ms since the epoch; `setTimeout` returns how to cancel: again, or too late, that does nothing. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): () => void;
}
