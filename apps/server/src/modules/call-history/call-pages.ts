import { yieldLoop } from "../../kernel/concurrency/yield-loop.ts";
import type {
  CallHistoryStore,
  CallNarrowing,
  CallSearch,
  ListedCall,
  RecordingPlace,
  StoredCall,
} from "./call-history.store.ts";

/** Takes some milliseconds. */
const PAGE = 250;

/** CDR-5: calls with these ids, in this order. */
export async function* listedCalls(
  history: Pick<CallHistoryStore, "listed">,
  ids: readonly number[],
): AsyncGenerator<readonly ListedCall[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield await history.listed(ids.slice(start, start + PAGE));
}

/** CDR-11: page by page; calls that end in the meantime do not duplicate or hide another call. */
export async function* callsByDate(
  history: Pick<CallHistoryStore, "after">,
  search: CallSearch,
  ascending: boolean,
): AsyncGenerator<readonly ListedCall[]> {
  for (let last: ListedCall | undefined; ;) {
    const calls = await history.after(search, { last, ascending, limit: PAGE });
    if (calls.length > 0) yield calls;
    if (calls.length < PAGE) return;
    last = calls.at(-1);
  }
}

/** CDR-21: calls with recordings; a call may occur more than once. */
export async function* recordedCalls(
  history: Pick<CallHistoryStore, "recorded">,
  search: CallSearch,
  narrowing: CallNarrowing,
): AsyncGenerator<readonly StoredCall[]> {
  for (let after: RecordingPlace | undefined; ;) {
    const { calls, next } = await history.recorded(search, { ...narrowing, after });
    yield calls;
    if (next === undefined) return;
    after = next;
    await yieldLoop();
  }
}

/** Calls that were chosen one by one, with all fields. */
export async function* callsOf(
  history: Pick<CallHistoryStore, "byIds">,
  ids: readonly number[],
): AsyncGenerator<readonly StoredCall[]> {
  for (let start = 0; start < ids.length; start += PAGE) yield await history.byIds(ids.slice(start, start + PAGE));
}
