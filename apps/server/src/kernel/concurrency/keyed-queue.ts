/** Runs work with the same key in sequence; a failed run does not stop the next one. Work with different keys runs in parallel. */
export function createKeyedQueue<Key = string>(): <T>(key: Key, run: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>();
  return async (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run);
    const settled = turn.catch(() => undefined);
    last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
