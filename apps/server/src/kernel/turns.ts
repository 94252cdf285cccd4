/** Runs tasks with the same key one after the other, also when one fails; other keys do not wait. */
export function createTurns(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
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
