/** The listeners of each key: a change of one entry runs only its own listeners. */
export interface KeyListeners {
  /** @returns a stop function */
  on(key: string, listener: () => void): () => void;
  /** @returns whether anybody listens to one of them */
  run(keys: Iterable<string>): boolean;
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
      let heard = false;
      for (const key of keys)
        for (const listener of listeners.get(key) ?? []) {
          heard = true;
          listener();
        }
      return heard;
    },
    keys: () => listeners.keys(),
  };
}
