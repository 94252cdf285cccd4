import type { RealtimeEvent } from "@callpanel/contract";

type OwnListener = (userId: number, event: RealtimeEvent) => void;

/** Events for one person only: sent on all of that person's connections, and on no others (RT-36). */
export interface OwnEvents {
  tell: OwnListener;
  /** @returns unsubscribes */
  subscribe(listener: OwnListener): () => void;
}

export function createOwnEvents(): OwnEvents {
  const listeners = new Set<OwnListener>();
  return {
    tell: (userId, event) => {
      for (const listener of listeners) listener(userId, event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
