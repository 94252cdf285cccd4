/** RT-11: runs work about the same leg in the order in which it was given, even if an earlier one failed. Other work does not wait. */
export function createLegOrder(): <T>(legs: readonly string[], run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (legs, run) => {
    const earlier = legs.flatMap((leg) => last.get(leg) ?? []);
    const turn = earlier.length === 0 ? run() : Promise.all(earlier).then(run);
    const settled = turn.catch(() => undefined);
    for (const leg of legs) last.set(leg, settled);
    try {
      return await turn;
    } finally {
      for (const leg of legs) if (last.get(leg) === settled) last.delete(leg);
    }
  };
}
