import { WATCHED_SORT_STEP, watchedSortBetween } from "@callpanel/contract";
import type { Buddy, WatchedBuddy, WatchedOrder } from "@callpanel/contract";

/** A change of the list of watched colleagues. It says the same however the list changed in between. */
export type WatchStep =
  | { readonly type: "watch"; readonly buddy: Buddy }
  | { readonly type: "unwatch"; readonly buddy: Buddy }
  /** To the place before that extension; null: to the end. */
  | { readonly type: "move"; readonly buddy: Buddy; readonly before: string | null };

export type Watched = readonly WatchedBuddy[];

/** BUDDIES-20: what a change makes of the list; doing it twice is doing it once. */
export function stepWatched(list: Watched, step: WatchStep): Watched {
  const { exten } = step.buddy;
  const others = list.filter((one) => one.exten !== exten);
  const present = list.find((one) => one.exten === exten);
  switch (step.type) {
    case "unwatch":
      return present ? others : list;
    case "watch":
      return present
        ? list
        : [...list, { ...step.buddy, sort: (list[list.length - 1]?.sort ?? 0) + WATCHED_SORT_STEP }];
    case "move": {
      if (!present) return list;
      const at = placeIn(others, step.before);
      return [...others.slice(0, at), { ...present, sort: sortAt(others, at) }, ...others.slice(at)];
    }
  }
}

/** The number that brings a card to its place among the others. */
export function sortOfMove(list: Watched, { buddy, before }: Extract<WatchStep, { type: "move" }>): number {
  const others = list.filter(({ exten }) => exten !== buddy.exten);
  return sortAt(others, placeIn(others, before));
}

/** The list in the order that the server answered; null when somebody is in that order who is not known here. */
export function inOrder(list: Watched, order: WatchedOrder): Watched | null {
  const known = new Map(list.map((one) => [one.exten, one]));
  const ordered = order.flatMap(({ exten, sort }) => {
    const buddy = known.get(exten);
    return buddy ? [{ ...buddy, sort }] : [];
  });
  return ordered.length === order.length ? ordered : null;
}

/** Where a card goes that is moved by some places, as a step; null when it stands there already. */
export function shiftOf(list: Watched, buddy: Buddy, by: number): WatchStep | null {
  const from = list.findIndex(({ exten }) => exten === buddy.exten);
  const to = Math.min(Math.max(from + by, 0), list.length - 1);
  if (from < 0 || to === from) return null;
  const others = list.filter(({ exten }) => exten !== buddy.exten);
  return { type: "move", buddy, before: others[to]?.exten ?? null };
}

export type Edge = "before" | "after";

/** Where a card goes that is dropped beside another; null when nothing changes. */
export function dropOf(
  list: Watched,
  moved: number,
  beside: { readonly id: number; readonly edge: Edge },
): WatchStep | null {
  const buddy = list.find(({ subscriberId }) => subscriberId === moved);
  const others = list.filter((one) => one !== buddy);
  const at = others.findIndex(({ subscriberId }) => subscriberId === beside.id);
  if (buddy === undefined || at < 0) return null;
  const before = others[beside.edge === "before" ? at : at + 1]?.exten ?? null;
  return list[list.indexOf(buddy) + 1]?.exten === (before ?? undefined) ? null : { type: "move", buddy, before };
}

function placeIn(others: Watched, before: string | null): number {
  const at = others.findIndex(({ exten }) => exten === before);
  return at < 0 ? others.length : at;
}

const sortAt = (others: Watched, at: number): number => watchedSortBetween(others[at - 1]?.sort, others[at]?.sort);
