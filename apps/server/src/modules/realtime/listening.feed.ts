import { mayDo, type RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";

/** Somebody listens in, is heard by others than before, or has gone again. */
export interface ListeningStep {
  readonly realm: string;
  /** The listener's own leg. */
  readonly channel: string;
  readonly watchedId: number;
  /** Of the listener, and of whom they listen to. */
  readonly exten: string;
  readonly num: string;
  /** 1 where the watched party placed the call, 2 where they were called. */
  readonly legnum: number;
  readonly mode: "monitor" | "whisper" | "fullbarge";
  readonly active: boolean;
}

/** Who listens to whom as it stands now. */
export interface ListeningFeed {
  tell(step: ListeningStep): void;
  /** User id of whom a leg listens to; undefined when it does not. */
  watchedBy(channel: string): number | undefined;
  /** Hears of every step; the answer unsubscribes. */
  subscribe(listener: (step: ListeningStep) => void): () => void;
}

export function createListeningFeed(): ListeningFeed {
  const listeners = new Set<(step: ListeningStep) => void>();
  const watched = new Map<string, number>();
  return {
    watchedBy: (channel) => watched.get(channel),
    tell: (step) => {
      if (step.active) watched.set(step.channel, step.watchedId);
      else watched.delete(step.channel);
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
  readonly knows: (watchedId: number) => boolean;
}

/** RT-42: of those who listen to somebody know those alone who may themselves. */
export function listeningSightOf(realm: string, { rights }: Receiving): ListeningSight {
  const granted = rights.granted.get("active_calls:execute_callspy") ?? "";
  const key = typeof granted === "string" ? granted : [...granted].toSorted((a, b) => a.localeCompare(b)).join();
  return { key, realm, knows: (userId) => mayDo(rights, { kind: "listen", userId }) };
}

export function listeningEvents(step: ListeningStep, { realm, knows }: ListeningSight): readonly RealtimeEvent[] {
  const { channel: _, watchedId, ...told } = step;
  return step.realm === realm && knows(watchedId) ? [{ action: "CHANSPY", ...told }] : [];
}
