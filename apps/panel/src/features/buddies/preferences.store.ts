import { createStore } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { SORTS } from "./list/arrange.model.ts";
import type { BuddySort } from "./list/arrange.model.ts";

export const VIEWS = ["cards", "compact", "light"] as const;
export type BuddyView = (typeof VIEWS)[number];
export const LISTS = ["everyone", "mine"] as const;
export type BuddyList = (typeof LISTS)[number];

/** The view preferences for colleagues, stored in the browser (spec 1 §3, local preferences). */
export interface BuddyPreferences {
  readonly sort: BuddySort;
  readonly view: BuddyView;
  readonly list: BuddyList;
}

const KEYS = { sort: "callpanel_users_sort", view: "callpanel_users_view", list: "callpanel_users_list" } as const;

/** BUDDIES-12 */
export function createBuddyPreferences(storage: TextStorage): Store<BuddyPreferences, Partial<BuddyPreferences>> {
  const saved = <Value extends string>(key: string, known: readonly Value[], otherwise: Value): Value =>
    known.find((one) => one === storage.get(key)) ?? otherwise;
  return createStore<BuddyPreferences, Partial<BuddyPreferences>>(
    {
      sort: saved(KEYS.sort, SORTS, "name"),
      view: saved(KEYS.view, VIEWS, "cards"),
      list: saved(KEYS.list, LISTS, "everyone"),
    },
    (state, change) => {
      const next = { ...state, ...change };
      storage.set(KEYS.sort, next.sort);
      storage.set(KEYS.view, next.view);
      storage.set(KEYS.list, next.list);
      return next;
    },
  );
}
