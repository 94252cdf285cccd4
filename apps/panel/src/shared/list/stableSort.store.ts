import type { Clock } from "../clock.ts";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";

/** The minimum time between two sorts by presence, and how long a released card keeps its place. */
export const SETTLE_MS = 1_000;

/** A card that keeps its place while the others are sorted around it. */
export interface HeldCard {
  readonly subscriberId: number;
  readonly index: number;
}

/** What holds a card: the pointer over it, the focus in it. */
export type Holder = "pointer" | "focus";

/** During what no card moves. */
export type Freezer = "drag" | "scrolling" | "reading";

export interface HeldOrder {
  /** A new number means: sort again. */
  readonly revision: number;
  /** The cards that keep their places in this revision. */
  readonly held: readonly HeldCard[];
}

export interface StableSort extends Readable<HeldOrder> {
  hold(by: Holder, card: HeldCard): void;
  release(by: Holder): void;
  /** Nothing moves until all that froze it have thawed it. */
  freeze(by: Freezer): void;
  thaw(by: Freezer): void;
  /** Follows the changes. @returns a stop function */
  start(changes: Readable<number>): () => void;
}

/** BUDDIES-14: decides when a live list may be sorted again. */
export function createStableSort(clock: Clock): StableSort {
  const store = createStore<HeldOrder, readonly HeldCard[]>({ revision: 0, held: [] }, ({ revision }, held) => ({
    revision: revision + 1,
    held,
  }));
  /** The cards held now. Holding a card renders nothing: only the next revision reads this. */
  const holding = new Map<Holder, HeldCard>();
  const released = new Set<Holder>();
  const frozen = new Set<Freezer>();
  let due = false;
  let cancel: (() => void) | null = null;

  const settle = () => {
    cancel = null;
    if (frozen.size > 0) return;
    for (const by of released) holding.delete(by);
    released.clear();
    due = false;
    store.dispatch([...holding.values()]);
  };
  const arm = () => {
    cancel ??= clock.setTimeout(settle, SETTLE_MS);
  };
  /** Whether the current revision kept the place of this card, so that a new sort may move it. */
  const wasKept = (card: HeldCard | undefined) =>
    card !== undefined && store.get().held.some(({ subscriberId }) => subscriberId === card.subscriberId);

  return {
    get: store.get,
    subscribe: store.subscribe,
    hold(by, card) {
      released.delete(by);
      const before = holding.get(by);
      if (before?.subscriberId === card.subscriberId) return;
      holding.set(by, card);
      if (wasKept(before)) arm();
    },
    release(by) {
      if (!holding.has(by)) return;
      released.add(by);
      if (wasKept(holding.get(by))) arm();
    },
    freeze(by) {
      frozen.add(by);
    },
    thaw(by) {
      frozen.delete(by);
      if (due || released.size > 0) arm();
    },
    start(changes) {
      const stop = changes.subscribe(() => {
        due = true;
        arm();
      });
      return () => {
        stop();
        cancel?.();
        cancel = null;
      };
    },
  };
}
