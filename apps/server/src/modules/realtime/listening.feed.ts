import { mayDo, type RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";

/** A listener has started, changed who hears them, or stopped. */
export interface ListeningStep {
  readonly realm: string;
  /** The listener's own leg. */
  readonly channel: string;
  readonly watchedId: number;
  /** Extension of the listener, and of the watched person. */
  readonly exten: string;
  readonly num: string;
  /** 1 if the watched person placed the call, 2 if they were called. */
  readonly legnum: number;
  readonly mode: "monitor" | "whisper" | "fullbarge";
  readonly active: boolean;
}

/** Who listens to whom now. */
export interface ListeningFeed {
  tell(step: ListeningStep): void;
  /** User id of the person that a leg listens to; undefined if it does not listen. */
  watchedBy(channel: string): number | undefined;
  /** Called for every step. @returns unsubscribes */
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

/** What one class of receivers may see of listeners. */
export interface ListeningSight {
  readonly key: string;
  readonly realm: string;
  readonly knows: (watchedId: number) => boolean;
}

/** RT-42: listeners to a person are visible only to people who may listen to that person themselves. */
export function listeningSightOf(realm: string, { rights }: Receiving): ListeningSight {
  const granted = rights.granted.get("active_calls:execute_callspy") ?? "";
  const key = typeof granted === "string" ? granted : [...granted].toSorted((a, b) => a.localeCompare(b)).join();
  return { key, realm, knows: (userId) => mayDo(rights, { kind: "listen", userId }) };
}

export function listeningEvents(step: ListeningStep, { realm, knows }: ListeningSight): readonly RealtimeEvent[] {
  const { channel: _, watchedId, ...told } = step;
  return step.realm === realm && knows(watchedId) ? [{ action: "CHANSPY", ...told }] : [];
}
