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
  readonly held: Readonly<Partial<Record<Holder, HeldCard>>>;
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
  const store = createStore<Calm, Partial<Calm>>({ revision: 0, held: {} }, (state, change) => ({
    ...state,
    ...change,
  }));
  const released = new Set<Holder>();
  let frozen = false;
  let due = false;
  let cancel: (() => void) | null = null;

  const settle = () => {
    cancel = null;
    if (frozen) return;
    const { revision, held } = store.get();
    const kept = Object.fromEntries(Object.entries(held).filter(([by]) => ![...released].some((one) => one === by)));
    store.dispatch({ ...(due ? { revision: revision + 1 } : {}), ...(released.size > 0 ? { held: kept } : {}) });
    due = false;
    released.clear();
  };
  const arm = () => {
    cancel ??= clock.setTimeout(settle, SETTLE_MS);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    hold(by, card) {
      released.delete(by);
      const { held } = store.get();
      if (held[by]?.subscriberId !== card.subscriberId) store.dispatch({ held: { ...held, [by]: card } });
    },
    release(by) {
      if (store.get().held[by] === undefined) return;
      released.add(by);
      arm();
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
