import type { CallHistoryStore, CallSearch, StoredCall } from "./call-history.store.ts";

/** Some milliseconds of work at a time. */
const PAGE = 250;

/** CDR-11: one page after the other; calls that end meanwhile neither double nor hide one. */
export async function* callsByDate(
  history: Pick<CallHistoryStore, "after">,
  search: CallSearch,
  ascending: boolean,
): AsyncGenerator<readonly StoredCall[]> {
  for (let last: StoredCall | undefined; ;) {
    const calls = await history.after(search, { last, ascending, limit: PAGE });
    if (calls.length > 0) yield calls;
    if (calls.length < PAGE) return;
    last = calls.at(-1);
  }
}

/** The same of calls whose order is known. */
export async function* callsOf(
  history: Pick<CallHistoryStore, "byIds">,
  ids: readonly number[],
): AsyncGenerator<readonly StoredCall[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield await history.byIds(ids.slice(start, start + PAGE));
}
