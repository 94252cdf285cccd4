import type { RealtimeEvent } from "@callpanel/contract";

type OwnListener = (userId: number, event: RealtimeEvent) => void;

/** What concerns one person alone: told on all of their connections, and on nobody else's (RT-36). */
export interface OwnEvents {
  tell: OwnListener;
  /** @returns how to stop listening */
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
