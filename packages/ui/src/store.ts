/** What a view needs of a store: the present snapshot, and word when it changes. */
export interface Readable<State> {
  get(): State;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

export interface Store<State, Action> extends Readable<State> {
  dispatch(action: Action): void;
}

/** A snapshot that changes by `step` alone; listeners hear only of real changes. */
export function createStore<State, Action>(
  initial: State,
  step: (state: State, action: Action) => State,
): Store<State, Action> {
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
