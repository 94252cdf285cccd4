/** A value that changes, and who wants to know. */
export interface Readable<Value> {
  get(): Value;
  /** @returns a stop function */
  subscribe(listener: () => void): () => void;
}

export interface Cell<Value> extends Readable<Value> {
  set(value: Value): void;
}

export function createCell<Value>(first: Value): Cell<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
