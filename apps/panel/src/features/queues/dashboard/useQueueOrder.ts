import { useEffect, useMemo, useState } from "react";
import { createStableSort } from "../../../shared/list/stableSort.store.ts";
import type { StableSort } from "../../../shared/list/stableSort.store.ts";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import type { LiveQueues } from "../../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { fits } from "../../../shared/search/fits.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { inOrder } from "./arrange.model.ts";
import type { QueueSort } from "./preferences.store.ts";

/** A card of the dashboard. */
export interface ShownQueue {
  readonly number: string;
  /** What its callers and agents must fit; empty: the queue itself fits the search. */
  readonly search: string;
}

export interface QueueOrder {
  readonly queues: readonly ShownQueue[];
  /** Freeze it while the pointer or the focus is on the cards. */
  readonly stableSort: StableSort;
}

/** QDASH-6: the watched queues that fit the search, in the chosen order, which follows the events at most once a second. */
export function useQueueOrder(watched: readonly string[], search: string, sort: QueueSort): QueueOrder {
  const { clock } = usePanel();
  const liveQueues = useService(LIVE_QUEUES);
  const { locale } = useLocaleWords();
  const [stableSort] = useState(() => createStableSort(clock));
  const { revision } = useSnapshot(stableSort);
  const numbers = useSnapshot(liveQueues.numbers);
  const follows = sort !== "name" || search !== "";
  useEffect(
    () => (follows ? stableSort.start(liveQueues.changes) : undefined),
    [stableSort, liveQueues.changes, follows],
  );
  const queues = useMemo(() => {
    const ranked = (numbers ?? []).flatMap((number) => {
      const queue = watched.includes(number) ? liveQueues.queue(number).get() : null;
      return queue === null ? [] : [{ queue, line: liveQueues.line(number).get() }];
    });
    return inOrder(ranked, sort, locale).flatMap(({ queue: { number, name } }): readonly ShownQueue[] => {
      if (fits(`${name} ${number}`, search)) return [{ number, search: "" }];
      return hasFitting(liveQueues, number, search) ? [{ number, search }] : [];
    });
    // A new revision: sort again, by the current live state.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [watched, numbers, search, sort, locale, liveQueues, revision]);
  return { queues, stableSort };
}

function hasFitting(liveQueues: LiveQueues, number: string, search: string): boolean {
  const agents = liveQueues.members(number).get();
  return (
    agents.some((exten) => fits(`${liveQueues.agent(number, exten).get()?.name ?? ""} ${exten}`, search)) ||
    liveQueues
      .line(number)
      .get()
      .some(({ callerName, callerNumber }) => fits(`${callerName} ${callerNumber}`, search))
  );
}
