/** Calls of one day. */
export interface DayCount {
  readonly day: number;
  readonly calls: number;
}

/**
 * Finds the days of a page from the counts of each day: `fromDay` up to but not including `untilDay`, and in `skip` how many
 * of their calls come before the page. `counts` begin with the oldest day. Undefined: there are no calls on the page.
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
