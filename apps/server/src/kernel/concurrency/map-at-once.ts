/** Works on all items, at most `most` at a time; results are in the order of the items. The first failure ends it. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [at, item] of waiting) results.set(at, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns));
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
