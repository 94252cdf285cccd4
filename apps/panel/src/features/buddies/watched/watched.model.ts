import { WATCHED_SORT_STEP, watchedSortBetween } from "@callpanel/contract";
import type { Buddy, WatchedBuddy, WatchedOrder } from "@callpanel/contract";

/** A change of the watched list. It stays valid when the list changes meanwhile. */
export type WatchStep =
  | { readonly type: "watch"; readonly buddy: Buddy }
  | { readonly type: "unwatch"; readonly buddy: Buddy }
  /** Moves to the place before that extension; null: to the end. */
  | { readonly type: "move"; readonly buddy: Buddy; readonly before: string | null };

export type Watched = readonly WatchedBuddy[];

/** BUDDIES-20: applies a change to the list. Idempotent. */
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

/** The position number that puts a card at its place among the others. */
export function sortOfMove(list: Watched, { buddy, before }: Extract<WatchStep, { type: "move" }>): number {
  const others = list.filter(({ exten }) => exten !== buddy.exten);
  return sortAt(others, placeIn(others, before));
}

/** The list in the order of the server's response; null when that order contains an unknown person. */
export function inOrder(list: Watched, order: WatchedOrder): Watched | null {
  const known = new Map(list.map((one) => [one.exten, one]));
  const ordered = order.flatMap(({ exten, sort }) => {
    const buddy = known.get(exten);
    return buddy ? [{ ...buddy, sort }] : [];
  });
  return ordered.length === order.length ? ordered : null;
}

/** The step that moves a card by some places; null when it is there already. */
export function shiftOf(list: Watched, buddy: Buddy, by: number): WatchStep | null {
  const from = list.findIndex(({ exten }) => exten === buddy.exten);
  const to = Math.min(Math.max(from + by, 0), list.length - 1);
  if (from < 0 || to === from) return null;
  const others = list.filter(({ exten }) => exten !== buddy.exten);
  return { type: "move", buddy, before: others[to]?.exten ?? null };
}

export type Edge = "before" | "after";

/** The step for a card that is dropped next to another; null when nothing changes. */
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
