/** What a part that draws needs of what runs beside it. */
export interface Snapshot<State> {
  get(): State;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

/** A snapshot that changes by `step` alone. */
export function createSnapshot<State, Action>(
  initial: State,
  step: (state: State, action: Action) => State,
): Snapshot<State> & { dispatch(action: Action): void } {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(action) {
      const next = step(state, action);
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
