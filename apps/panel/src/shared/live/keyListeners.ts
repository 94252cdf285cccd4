/** Who listens to which key: a change of one entry runs only its own listeners. */
export interface KeyListeners {
  /** @returns a stop function */
  on(key: string, listener: () => void): () => void;
  run(keys: Iterable<string>): void;
  /** The keys with listeners. */
  keys(): Iterable<string>;
}

export function createKeyListeners(): KeyListeners {
  const listeners = new Map<string, Set<() => void>>();
  return {
    on(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
      };
    },
    run(keys) {
      for (const key of keys) for (const listener of listeners.get(key) ?? []) listener();
    },
    keys: () => listeners.keys(),
  };
}
