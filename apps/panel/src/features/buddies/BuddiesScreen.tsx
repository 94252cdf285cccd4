import { IconUsers, Segments, StatePanel } from "@callpanel/ui";
import { Suspense, lazy, useDeferredValue, useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { LoadFailed } from "../../shared/api/LoadFailed.tsx";
import { StaleMark } from "../../shared/live/StaleMark.tsx";
import { useSnapshot } from "../../shared/store.ts";
import { usePageSearch } from "../../shared/search/usePageSearch.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { BuddyGrid } from "./grid/BuddyGrid.tsx";
import { GridHead } from "./grid/GridHead.tsx";
import { GridSkeleton } from "./grid/GridSkeleton.tsx";
import { PartlyFailed } from "./grid/PartlyFailed.tsx";
import { NobodyFound } from "./grid/NobodyFound.tsx";
import { buddiesMessages } from "./buddies.messages.ts";
import { LISTS, createBuddyPreferences } from "./preferences.store.ts";
import type { BuddyList, BuddyPreferences } from "./preferences.store.ts";
import type { Roster } from "./list/roster.model.ts";
import { useOrder } from "./list/useOrder.ts";
import { useRoster } from "./list/useRoster.ts";
import { useWatched } from "./watched/useWatched.ts";
import type { Watching } from "./watched/useWatched.ts";
import styles from "./BuddiesScreen.module.css";

/** Dragging is not needed for the first paint. */
const MyBuddies = lazy(async () => ({ default: (await import("./watched/MyBuddies.tsx")).MyBuddies }));

/** Colleagues as cards: everyone, and the watched ones. */
export function BuddiesScreen() {
  const t = useWords(buddiesMessages);
  const search = usePageSearch();
  const { storage } = usePanel();
  const [preferences] = useState(() => createBuddyPreferences(storage));
  const { list, ...looks } = useSnapshot(preferences);
  const { state, retry } = useRoster();
  const watching = useWatched();
  if (state.phase === "loading") return <GridSkeleton view={looks.view} />;
  if (state.phase === "failed") return <LoadFailed error={state.error} fallback="buddies.load" onRetry={retry} />;
  const { roster, loading, error } = state;
  if (roster.total === 0)
    return <StatePanel icon={IconUsers} title={t("buddies.emptyTitle")} text={t("buddies.emptyText")} />;
  const common = { search, looks, watching };
  const counts = { everyone: roster.total, mine: watching.list?.length };
  return (
    <>
      <GridHead looks={looks} sortable={list === "everyone"} onChange={preferences.dispatch}>
        <Lists watching={watching} list={list} counts={counts} onList={(one) => preferences.dispatch({ list: one })} />
      </GridHead>
      <StaleMark />
      {error ? <PartlyFailed error={error} count={roster.people.length} onRetry={retry} /> : null}
      {list === "everyone" ? (
        <Everyone roster={roster} loading={loading} {...common} />
      ) : (
        <Mine {...common} onEveryone={() => preferences.dispatch({ list: "everyone" })} />
      )}
    </>
  );
}

interface ListsProps {
  readonly watching: Watching;
  readonly list: BuddyList;
  readonly counts: Readonly<Record<BuddyList, number | undefined>>;
  readonly onList: (list: BuddyList) => void;
}

/** Without a watched list, and without the right to have one, only the count is shown. */
function Lists({ watching, list, counts, onList }: ListsProps) {
  const t = useWords(buddiesMessages);
  if (list === "everyone" && watching.give === null && !counts.mine)
    return <output className={styles.count}>{t("buddies.count", { total: counts.everyone ?? 0 })}</output>;
  const segments = LISTS.map((value) => ({ value, label: t(`buddies.list.${value}`), count: counts[value] }));
  return <Segments label={t("buddies.lists")} segments={segments} value={list} onChange={onList} />;
}

interface ListProps {
  readonly search: string;
  readonly looks: Omit<BuddyPreferences, "list">;
  readonly watching: Watching;
}

function Everyone({ roster, loading, search, looks, watching }: ListProps & { roster: Roster; loading: boolean }) {
  const t = useWords(buddiesMessages);
  const order = useOrder(roster.people, search, looks.sort);
  // A new order is rendered in slices, with a lower priority than urgent updates.
  const { people, stableSort } = useDeferredValue(order);
  if (people.length === 0 && !loading) return <NobodyFound search={search} />;
  return (
    <>
      <output className={styles.found}>
        {search === "" ? "" : t("buddies.found", { found: people.length, total: roster.total })}
      </output>
      <BuddyGrid
        people={people}
        view={looks.view}
        busy={loading}
        stableSort={stableSort}
        watching={watching}
        starred
        arranging={null}
      />
    </>
  );
}

function Mine({ search, looks, watching, onEveryone }: ListProps & { onEveryone: () => void }) {
  const { list, error, retry } = watching;
  if (list === null)
    return error ? (
      <LoadFailed error={error} fallback="buddies.load" onRetry={retry} />
    ) : (
      <GridSkeleton view={looks.view} />
    );
  return (
    <Suspense fallback={<GridSkeleton view={looks.view} />}>
      <MyBuddies list={list} watching={watching} search={search} view={looks.view} onEveryone={onEveryone} />
    </Suspense>
  );
}
