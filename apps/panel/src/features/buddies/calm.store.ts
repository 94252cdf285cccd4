import type { Clock } from "../../shared/clock.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import type { HeldCard } from "./arrange.model.ts";

/** How often a list sorted by presence is sorted anew at most, and how long a card stays after it was let go. */
export const SETTLE_MS = 1_000;

/** What holds a card: the pointer over it, the focus in it. */
export type Holder = "pointer" | "focus";

export interface Calm {
  /** Another number: sort anew. */
  readonly revision: number;
  /** The cards that this revision leaves where they were. */
  readonly held: readonly HeldCard[];
}

export interface CalmOrder extends Readable<Calm> {
  hold(by: Holder, card: HeldCard): void;
  release(by: Holder): void;
  /** While something is dragged nothing moves. */
  freeze(): void;
  thaw(): void;
  /** Follows the changes. @returns how to stop */
  start(changes: Readable<number>): () => void;
}

/** BUDDIES-14: when a list that lives may move. */
export function createCalmOrder(clock: Clock): CalmOrder {
  const store = createStore<Calm, readonly HeldCard[]>({ revision: 0, held: [] }, ({ revision }, held) => ({
    revision: revision + 1,
    held,
  }));
  /** What is held now. Taking a card draws nothing: only the next revision asks. */
  const holding = new Map<Holder, HeldCard>();
  const released = new Set<Holder>();
  let frozen = false;
  let due = false;
  let cancel: (() => void) | null = null;

  const settle = () => {
    cancel = null;
    if (frozen) return;
    for (const by of released) holding.delete(by);
    released.clear();
    due = false;
    store.dispatch([...holding.values()]);
  };
  const arm = () => {
    cancel ??= clock.setTimeout(settle, SETTLE_MS);
  };
  /** A card that was kept may go to its place. */
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
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
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
