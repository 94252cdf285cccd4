/** The order of the cards, and what a search leaves of them. Pure. */
import type { QueueCaller } from "@callpanel/contract";
import type { LiveQueue } from "../../../shared/live/liveQueues.ts";
import type { QueueSort } from "./preferences.store.ts";

/** A queue as the order sees it. */
export interface Ranked {
  readonly queue: LiveQueue;
  readonly line: readonly QueueCaller[];
}

/** When the caller joined who waits longest; null without one. A caller of a higher priority may be first without waiting longest. */
export const waitingSince = (line: readonly QueueCaller[]): number | null =>
  line.length === 0 ? null : Math.min(...line.map(({ enteredAt }) => enteredAt));

/** QDASH-6: by name, or what needs attention most first; equal ones by name. */
export function inOrder(queues: readonly Ranked[], sort: QueueSort, locale: string): readonly Ranked[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byName = (a: Ranked, b: Ranked) =>
    compare(a.queue.name, b.queue.name) || compare(a.queue.number, b.queue.number);
  // oxlint-disable-next-line unicorn/no-array-sort -- sorts a copy; some supported browsers do not have `toSorted`
  return [...queues].sort((a, b) => urgencyOf(b, sort) - urgencyOf(a, sort) || byName(a, b));
}

/** More is more urgent. */
function urgencyOf({ queue, line }: Ranked, sort: QueueSort): number {
  switch (sort) {
    case "name":
      return 0;
    case "waiting":
      return line.length;
    case "longestWait":
      return -(waitingSince(line) ?? Number.MAX_SAFE_INTEGER);
    case "serviceLevel":
      return -(queue.summary.serviceLevel ?? NOT_MEASURED);
  }
}

/** After all percentages. */
const NOT_MEASURED = 101;
