import type { Buddy, Presence } from "@callpanel/contract";

export const SORTS = ["name", "extension", "presence", "department"] as const;
export type BuddySort = (typeof SORTS)[number];

/**
 * BUDDIES-13: who can be called comes first, then who talks. Ringing and talking are one rank, so that a call moves a card
 * twice and not four times.
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

/** BUDDIES-2: people of whom every word is found in the number, name, username or department; case and accents do not count. */
export function findBuddies(people: readonly Buddy[], search: string): readonly Buddy[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
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

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export interface SortBy {
  readonly sort: BuddySort;
  readonly locale: string;
  /** As it is now; asked only where it decides. */
  readonly presenceOf: (buddy: Buddy) => Presence;
}

/** BUDDIES-11: equals stand by name. */
export function sortBuddies(people: readonly Buddy[], { sort, locale, presenceOf }: SortBy): readonly Buddy[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  const byName = sorted(people, (a, b) => collator.compare(a.name, b.name));
  switch (sort) {
    case "name":
      return byName;
    case "extension":
      return sorted(byName, (a, b) => a.exten.length - b.exten.length || (a.exten < b.exten ? -1 : 1));
    case "presence":
      return inRanks(byName, (one) => PRESENCE_RANKS[presenceOf(one)]);
    case "department": {
      const names = [...new Set(byName.flatMap(({ department }) => department ?? []))];
      const ranks = new Map(sorted(names, collator.compare).map((name, rank) => [name, rank]));
      // Without a department: at the end.
      return inRanks(byName, ({ department }) => (department === null ? ranks.size : (ranks.get(department) ?? 0)));
    }
  }
}

/** By rank, within it in the order given; as many steps as there are people. */
function inRanks(people: readonly Buddy[], rankOf: (buddy: Buddy) => number): readonly Buddy[] {
  const ranks: Buddy[][] = [];
  for (const one of people) (ranks[rankOf(one)] ??= []).push(one);
  return ranks.flat();
}

/** `toSorted` is younger than the browsers that are served. */
function sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): readonly Item[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- sorts the copy
  return [...items].sort(compare);
}

/** A card that stays where it is while the others are sorted around it. */
export interface HeldCard {
  readonly subscriberId: number;
  readonly index: number;
}

/** BUDDIES-14. The same list comes back when each card stands there already, or is not in it. */
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
