import {
  AppError,
  WATCHED_BUDDIES_MAX,
  WATCHED_SORT_LEAST_GAP,
  WATCHED_SORT_STEP,
  watchedSortBetween,
} from "@callpanel/contract";

/** A colleague on a person's list. */
export interface WatchedEntry {
  readonly buddyId: number;
  readonly exten: string;
  readonly sort: number;
}

/** A person's list, lowest `sort` first. */
export type WatchedList = readonly WatchedEntry[];

export type WatchedAction =
  /** Without `sort`: at the end. */
  | {
      readonly type: "watch";
      readonly buddy: { readonly buddyId: number; readonly exten: string; readonly name: string };
      readonly sort: number | undefined;
    }
  | { readonly type: "move"; readonly exten: string; readonly sort: number }
  | { readonly type: "unwatch"; readonly exten: string };

/**
 * The list after an action.
 * @throws AppError when the action does not fit the list
 */
export function stepWatched(list: WatchedList, action: WatchedAction): WatchedList {
  switch (action.type) {
    case "watch": {
      const { buddyId, exten, name } = action.buddy;
      if (list.some((one) => one.buddyId === buddyId)) throw new AppError("buddies.watched", { name });
      if (list.length >= WATCHED_BUDDIES_MAX) throw new AppError("buddies.tooMany", { limit: WATCHED_BUDDIES_MAX });
      return place(list, { buddyId, exten, sort: action.sort ?? watchedSortBetween(list.at(-1)?.sort, undefined) });
    }
    case "move": {
      const entry = entryOf(list, action.exten);
      const others = list.filter((one) => one !== entry);
      return place(others, { ...entry, sort: action.sort });
    }
    case "unwatch": {
      const entry = entryOf(list, action.exten);
      return list.filter((one) => one !== entry);
    }
  }
}

function entryOf(list: WatchedList, exten: string): WatchedEntry {
  const entry = list.find((one) => one.exten === exten);
  if (entry === undefined) throw new AppError("buddies.notWatched", { exten });
  return entry;
}

/**
 * BUDDY-4: inserts before the first entry with its number or a higher one; numbers that come too close are assigned
 * again.
 */
function place(others: WatchedList, entry: WatchedEntry): WatchedList {
  const found = others.findIndex(({ sort }) => sort >= entry.sort);
  const index = found === -1 ? others.length : found;
  const list = [...others.slice(0, index), entry, ...others.slice(index)];
  const isTight = list.some((one, at) => at > 0 && one.sort - (list[at - 1]?.sort ?? 0) < WATCHED_SORT_LEAST_GAP);
  return isTight ? list.map((one, at) => ({ ...one, sort: (at + 1) * WATCHED_SORT_STEP })) : list;
}
