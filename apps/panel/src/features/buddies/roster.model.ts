import { PAGE_SIZE } from "@callpanel/contract";
import type { Buddy } from "@callpanel/contract";

/** A part of the list as the server gave it. */
export interface BuddyRows {
  readonly total: number;
  readonly data: readonly Buddy[];
}

/** Everyone, as far as loaded. */
export interface Roster {
  readonly people: readonly Buddy[];
  /** How many there are, loaded or not. */
  readonly total: number;
}

/** BUDDIES-1: the first 18 for the first paint; after them up to 999 a request until all are there. */
export const FIRST_PAGE = { start: 0, limit: PAGE_SIZE.buddies, search: "" } as const;
export const LATER_LIMIT = PAGE_SIZE.buddiesAll;

/** Parts one after the other. Whoever moved between two requests is kept once. */
export function rosterOf(first: BuddyRows, later: BuddyRows | undefined): Roster {
  if (later === undefined) return { people: first.data, total: first.total };
  const people = new Map<number, Buddy>();
  for (const one of [...first.data, ...later.data])
    if (!people.has(one.subscriberId)) people.set(one.subscriberId, one);
  return { people: [...people.values()], total: people.size };
}

/** Loads what follows the first page. `load` gets the zero-based start of the next part. */
export async function loadLater(load: (start: number) => Promise<BuddyRows>): Promise<BuddyRows> {
  const data: Buddy[] = [];
  for (;;) {
    const start = PAGE_SIZE.buddies + data.length;
    const rows = await load(start);
    data.push(...rows.data);
    // An empty part ends it too: people may have left in between.
    if (rows.data.length === 0 || start + rows.data.length >= rows.total) return { total: rows.total, data };
  }
}
