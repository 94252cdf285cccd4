import type { Buddy } from "@callpanel/contract";
import { useEffect, useMemo, useState } from "react";
import { usePanel, useService } from "../../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../../shared/live/liveBuddies.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { byName, byPresence, bySort, findBuddies, keepPlaces } from "./arrange.model.ts";
import type { BuddySort } from "./arrange.model.ts";
import { createStableSort } from "../../../shared/list/stableSort.store.ts";
import type { StableSort } from "../../../shared/list/stableSort.store.ts";

export interface Order {
  readonly people: readonly Buddy[];
  /** Null if the order does not follow live events. */
  readonly stableSort: StableSort | null;
}

/** The people who match the search, in the chosen order; by presence it follows the events, at most once per second. */
export function useOrder(people: readonly Buddy[], search: string, sort: BuddySort): Order {
  const { clock } = usePanel();
  const liveBuddies = useService(LIVE_BUDDIES);
  const { locale } = useLocaleWords();
  const [stableSort] = useState(() => createStableSort(clock));
  const { revision, held } = useSnapshot(stableSort);
  const lives = sort === "presence";
  useEffect(() => (lives ? stableSort.start(liveBuddies.changes) : undefined), [stableSort, liveBuddies, lives]);
  const named = useMemo(() => byName(people, locale), [people, locale]);
  const found = useMemo(() => findBuddies(named, search), [named, search]);
  const sorted = useMemo(
    () =>
      sort === "presence"
        ? byPresence(found, ({ exten, presence }) => liveBuddies.of(exten).get()?.presence ?? presence)
        : bySort(found, sort, locale),
    // A new revision: sort again, by the current live state.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [found, sort, locale, liveBuddies, revision],
  );
  // In a search result the former places do not apply.
  const keeps = lives && search === "";
  const kept = useMemo(() => (keeps ? keepPlaces(sorted, held) : sorted), [sorted, held, keeps]);
  return useMemo(() => ({ people: kept, stableSort: lives ? stableSort : null }), [kept, stableSort, lives]);
}
