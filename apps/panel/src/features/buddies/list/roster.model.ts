import { PAGE_SIZE } from "@callpanel/contract";
import type { Buddy } from "@callpanel/contract";

/** A part of the list as the server returned it. */
export interface BuddyRows {
  readonly total: number;
  readonly data: readonly Buddy[];
}

/** The people loaded so far. */
export interface Roster {
  readonly people: readonly Buddy[];
  /** The total number of people, loaded or not. */
  readonly total: number;
}

/** BUDDIES-1: the first 18 for the first paint; then up to 999 per request until all are loaded. */
export const FIRST_PAGE = { start: 0, limit: PAGE_SIZE.buddies, search: "" } as const;
export const LATER_LIMIT = PAGE_SIZE.buddiesAll;

/** Joins the parts in order. A person who moved between two requests is kept once. */
export function rosterOf(first: BuddyRows, later: BuddyRows | undefined): Roster {
  if (later === undefined) return { people: first.data, total: first.total };
  const people = new Map<number, Buddy>();
  for (const one of [...first.data, ...later.data])
    if (!people.has(one.subscriberId)) people.set(one.subscriberId, one);
  return { people: [...people.values()], total: people.size };
}

/** Loads the parts after the first page. `load` gets the zero-based start of the next part. */
export async function loadLater(load: (start: number) => Promise<BuddyRows>): Promise<BuddyRows> {
  const data: Buddy[] = [];
  for (;;) {
    const start = PAGE_SIZE.buddies + data.length;
    const rows = await load(start);
    data.push(...rows.data);
    // An empty part ends it too: people may have left meanwhile.
    if (rows.data.length === 0 || start + rows.data.length >= rows.total) return { total: rows.total, data };
  }
}
