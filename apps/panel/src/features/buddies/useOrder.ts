import type { Buddy } from "@callpanel/contract";
import { useEffect, useMemo, useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";
import { byName, byPresence, bySort, findBuddies, keepPlaces } from "./arrange.model.ts";
import type { BuddySort } from "./arrange.model.ts";
import { createCalmOrder } from "./calm.store.ts";
import type { CalmOrder } from "./calm.store.ts";

export interface Order {
  readonly people: readonly Buddy[];
  /** Null where nothing moves by itself. */
  readonly calm: CalmOrder | null;
}

/** Who fits the search, in the order wanted; by presence it follows what happens, calmly. */
export function useOrder(people: readonly Buddy[], search: string, sort: BuddySort): Order {
  const { clock, liveBuddies } = usePanel();
  const { locale } = useLocaleWords();
  const [calm] = useState(() => createCalmOrder(clock));
  const { revision, held } = useSnapshot(calm);
  const lives = sort === "presence";
  useEffect(() => (lives ? calm.start(liveBuddies.changes) : undefined), [calm, liveBuddies, lives]);
  const named = useMemo(() => byName(people, locale), [people, locale]);
  const found = useMemo(() => findBuddies(named, search), [named, search]);
  const sorted = useMemo(
    () =>
      sort === "presence"
        ? byPresence(found, ({ exten, presence }) => liveBuddies.of(exten).get()?.presence ?? presence)
        : bySort(found, sort, locale),
    // A new revision: sort anew, by what is live now.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [found, sort, locale, liveBuddies, revision],
  );
  // Among those found a place of before means nothing.
  const keeps = lives && search === "";
  const kept = useMemo(() => (keeps ? keepPlaces(sorted, held) : sorted), [sorted, held, keeps]);
  return useMemo(() => ({ people: kept, calm: lives ? calm : null }), [kept, calm, lives]);
}
