import type { Buddy } from "@callpanel/contract";
import { useEffect, useMemo, useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";
import { findBuddies, keepPlaces, sortBuddies } from "./arrange.model.ts";
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
  const found = useMemo(() => findBuddies(people, search), [people, search]);
  const sorted = useMemo(
    () =>
      sortBuddies(found, {
        sort,
        locale,
        presenceOf: ({ exten, presence }) => liveBuddies.of(exten).get()?.presence ?? presence,
      }),
    // A new revision: sort anew, by what is live now.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [found, sort, locale, liveBuddies, revision],
  );
  const kept = useMemo(() => (lives ? keepPlaces(sorted, Object.values(held)) : sorted), [sorted, held, lives]);
  return { people: kept, calm: lives ? calm : null };
}
