/** What a view needs from a store: the current snapshot, and a notification when it changes. */
export interface Readable<State> {
  get(): State;
  /** @returns a stop function */
  subscribe(listener: () => void): () => void;
}

export interface Store<State, Action> extends Readable<State> {
  dispatch(action: Action): void;
}

/** A snapshot that changes only by `step`; listeners are called only for real changes. */
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
