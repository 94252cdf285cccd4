import { holdsRule, type RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";

/** Somebody listens in, is heard by others than before, or has gone again. */
export interface ListeningStep {
  readonly realm: string;
  /** Of the listener, and of whom they listen to. */
  readonly exten: string;
  readonly num: string;
  /** 1 where the watched party placed the call, 2 where they were called. */
  readonly legnum: number;
  readonly mode: "monitor" | "whisper" | "fullbarge";
  readonly active: boolean;
}

/** Hands steps on to whoever hears of them. */
export interface ListeningFeed {
  tell(step: ListeningStep): void;
  /** Hears of every step; the answer unsubscribes. */
  subscribe(listener: (step: ListeningStep) => void): () => void;
}

export function createListeningFeed(): ListeningFeed {
  const listeners = new Set<(step: ListeningStep) => void>();
  return {
    tell: (step) => {
      for (const listener of listeners) listener(step);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What one class of receivers may know of listeners. */
export interface ListeningSight {
  readonly key: string;
  readonly realm: string;
  readonly knows: boolean;
}

/** RT-42: of those who listen know those alone who may themselves. */
export function listeningSightOf(realm: string, { rights }: Receiving): ListeningSight {
  const knows = holdsRule(rights, "active_calls", "execute_callspy");
  return { key: knows ? "callspy" : "", realm, knows };
}

export function listeningEvents(step: ListeningStep, { realm, knows }: ListeningSight): readonly RealtimeEvent[] {
  return knows && step.realm === realm ? [{ action: "CHANSPY", ...step }] : [];
}
