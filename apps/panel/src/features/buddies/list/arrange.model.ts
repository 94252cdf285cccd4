import type { Buddy, Presence } from "@callpanel/contract";
import { fold, wordsOf } from "../../../shared/search/fits.ts";
import type { HeldCard } from "../../../shared/list/stableSort.store.ts";

export const SORTS = ["name", "extension", "presence", "department"] as const;
export type BuddySort = (typeof SORTS)[number];

/**
 * BUDDIES-13: people who can be called come first, then people in a call. Ringing and talking have the same rank, so that a
 * call moves a card twice and not four times.
 */
const PRESENCE_RANKS: Readonly<Record<Presence, number>> = {
  online: 0,
  ringing: 1,
  oncall: 1,
  away: 2,
  onlunch: 3,
  busy: 4,
  unknown: 5,
  offline: 6,
};

/** BUDDIES-2: people with every word in the number, name, username or department; case and accents do not count. */
export function findBuddies(people: readonly Buddy[], search: string): readonly Buddy[] {
  const words = wordsOf(search);
  if (words.length === 0) return people;
  return people.filter((one) => {
    const text = searchTextOf(one);
    return words.every((word) => text.includes(word));
  });
}

const searchTexts = new WeakMap<Buddy, string>();

function searchTextOf(buddy: Buddy): string {
  const known = searchTexts.get(buddy);
  if (known !== undefined) return known;
  const { exten, name, username, department } = buddy;
  const text = fold([exten, name, username, department ?? ""].join("\n"));
  searchTexts.set(buddy, text);
  return text;
}

/** BUDDIES-11: by name, in the order of the locale. Slow for five thousand people: not for every change of presence. */
export function byName(people: readonly Buddy[], locale: string): readonly Buddy[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return sorted(people, (a, b) => compare(a.name, b.name));
}

/** BUDDIES-11: `named` is sorted by name; equals keep that order. */
export function bySort(
  named: readonly Buddy[],
  sort: Exclude<BuddySort, "presence">,
  locale: string,
): readonly Buddy[] {
  switch (sort) {
    case "name":
      return named;
    case "extension":
      return sorted(named, (a, b) => a.exten.length - b.exten.length || (a.exten < b.exten ? -1 : 1));
    case "department": {
      const names = [...new Set(named.flatMap(({ department }) => department ?? []))];
      const ranks = new Map(sorted(names, new Intl.Collator(locale).compare).map((name, rank) => [name, rank]));
      // Without a department: at the end.
      return inRanks(named, ({ department }) => (department === null ? ranks.size : (ranks.get(department) ?? 0)));
    }
  }
}

/** BUDDIES-13 */
export const byPresence = (named: readonly Buddy[], presenceOf: (buddy: Buddy) => Presence): readonly Buddy[] =>
  inRanks(named, (one) => PRESENCE_RANKS[presenceOf(one)]);

/** By rank, and within a rank in the given order; linear time. */
function inRanks(people: readonly Buddy[], rankOf: (buddy: Buddy) => number): readonly Buddy[] {
  const ranks: Buddy[][] = [];
  for (const one of people) (ranks[rankOf(one)] ??= []).push(one);
  return ranks.flat();
}

/** Some supported browsers do not have `toSorted`. */
function sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): readonly Item[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- sorts the copy
  return [...items].sort(compare);
}

/** BUDDIES-14. Returns the same list when each held card is at its place already, or is not in the list. */
export function keepPlaces(people: readonly Buddy[], held: readonly HeldCard[]): readonly Buddy[] {
  const found = held.flatMap(({ subscriberId, index }) => {
    const card = people.find((one) => one.subscriberId === subscriberId);
    return card === undefined ? [] : { card, index };
  });
  if (found.every(({ card, index }) => people[index] === card)) return people;
  const order = people.filter((one) => !found.some(({ card }) => card === one));
  for (const { card, index } of sorted(found, (a, b) => a.index - b.index)) order.splice(index, 0, card);
  return order;
}
