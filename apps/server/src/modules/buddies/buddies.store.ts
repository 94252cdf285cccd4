import type { User } from "../users/index.ts";
import type { WatchedList } from "./watched.model.ts";

/** Whom each person watches. */
export interface BuddyStore {
  /** Lowest `sort` first. */
  watchedBy(userId: number): Promise<ReadonlyArray<{ readonly user: User; readonly sort: number }>>;
  /** Puts what `step` makes of the list in its place; changes of one list wait for each other, and a throw changes nothing. */
  change(userId: number, step: (list: WatchedList) => WatchedList): Promise<WatchedList>;
}
