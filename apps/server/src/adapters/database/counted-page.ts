/** Calls of one day. */
export interface DayCount {
  readonly day: number;
  readonly calls: number;
}

/**
 * Where a page lies, by the counts of each day: the days it is in (`untilDay` no longer), and how many calls of the first of
 * them in its order are before it. `counts` begin with the first day. Undefined: there is nothing so far.
 */
export function countedPage(
  counts: readonly DayCount[],
  { start, limit, ascending }: { readonly start: number; readonly limit: number; readonly ascending: boolean },
): { readonly skip: number; readonly fromDay: number; readonly untilDay: number } | undefined {
  const days = ascending ? counts : counts.toReversed();
  let skip = start;
  const first = days.findIndex(({ calls }) => {
    const isHere = skip < calls;
    if (!isHere) skip -= calls;
    return isHere;
  });
  let wanted = skip + limit;
  const last = days.slice(Math.max(0, first)).find(({ calls }) => {
    wanted -= calls;
    return wanted <= 0;
  });
  const [begins, ends] = [days[first], last ?? days.at(-1)];
  if (begins === undefined || ends === undefined) return undefined;
  return { skip, fromDay: Math.min(begins.day, ends.day), untilDay: Math.max(begins.day, ends.day) + 1 };
}
