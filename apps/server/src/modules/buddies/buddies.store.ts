import type { User } from "../users/index.ts";
import type { WatchedList } from "./watched.model.ts";

/** The people that each person watches. */
export interface BuddyStore {
  /** Sorted by `sort`. */
  watchedBy(userId: number): Promise<ReadonlyArray<{ readonly user: User; readonly sort: number }>>;
  /** Replaces the list by the result of `step`. Changes of one list wait for each other, and an exception changes nothing. */
  change(userId: number, step: (list: WatchedList) => WatchedList): Promise<WatchedList>;
}
