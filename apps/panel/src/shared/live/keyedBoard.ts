import type { RealtimeEvent } from "@callpanel/contract";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import type { EventsMessage, EventsSnapshot, LiveEvents } from "./events.ts";

/** Runs once, before the next frame is rendered. @returns a cancel function */
export type NextFrame = (run: () => void) => () => void;

/** `none`: no state yet; `stale`: the state is as of `since` (ms since the epoch). */
export type Liveness =
  | { readonly kind: "none" }
  | { readonly kind: "live" }
  | { readonly kind: "stale"; readonly since: number };

/** Live state of many things of one kind, each with its own listeners. */
export interface Keyed<Entry> {
  /** Null until the first snapshot. */
  of(key: string): Readable<Entry | null>;
  readonly liveness: Readable<Liveness>;
  /** Increases at most once per frame, when any entry changed. */
  readonly changes: Readable<number>;
}

export interface KeyedBoard<Entry> extends Keyed<Entry> {
  /** Follows the server. @returns a stop function */
  start(): () => void;
}

/** How the entries follow the server's: from a snapshot, then event by event. */
export interface KeyedBoardRules<Entry, Event extends RealtimeEvent> {
  /** An entry that is not in the snapshot. */
  readonly absent: Entry;
  readonly fromSnapshot: (snapshot: EventsSnapshot) => Iterable<readonly [key: string, entry: Entry]>;
  readonly isAbout: (event: RealtimeEvent) => event is Event;
  readonly keyOf: (event: Event) => string;
  /** Returns the same object if the event changes nothing. Add `clockOffsetMs` to the server's times. */
  readonly step: (entry: Entry, event: Event, clockOffsetMs: number) => Entry;
}

export interface KeyedBoardDeps {
  readonly events: LiveEvents;
  readonly nextFrame: NextFrame;
}

/**
 * BUDDIES-7: the events of a frame are applied together before it is rendered. The map is changed in place and each entry
 * has its own listeners, so that an event costs the same with ten entries and with five thousand.
 */
export function createKeyedBoard<Entry, Event extends RealtimeEvent>(
  { events, nextFrame }: KeyedBoardDeps,
  rules: KeyedBoardRules<Entry, Event>,
): KeyedBoard<Entry> {
  const entries = createEntries(rules);
  const liveness = createStore<Liveness, Liveness>({ kind: "none" }, (before, next) =>
    before.kind === next.kind ? before : next,
  );
  const changes = createStore<number, "flushed">(0, (count) => count + 1);
  let waiting: EventsMessage[] = [];
  let cancelFrame: (() => void) | null = null;

  const flush = () => {
    cancelFrame = null;
    const messages = waiting;
    waiting = [];
    if (entries.apply(messages)) changes.dispatch("flushed");
    follow();
  };
  /** The state is live as soon as the first data of this connection is rendered. */
  const follow = () => {
    const state = events.get();
    if (!entries.isKnown()) return;
    if (state.phase === "open" && waiting.length === 0) liveness.dispatch({ kind: "live" });
    else if (state.phase === "closed") liveness.dispatch({ kind: "stale", since: state.heardAt ?? 0 });
  };

  return {
    of: entries.of,
    liveness,
    changes,
    start() {
      const stops = [
        events.listen((message) => {
          // Everything before a snapshot is obsolete.
          if (message.type === "snapshot") waiting = [message];
          else waiting.push(message);
          cancelFrame ??= nextFrame(flush);
        }),
        events.subscribe(follow),
      ];
      return () => {
        cancelFrame?.();
        cancelFrame = null;
        for (const stop of stops) stop();
      };
    },
  };
}

/** The entries, and who listens to each. */
function createEntries<Entry, Event extends RealtimeEvent>(rules: KeyedBoardRules<Entry, Event>) {
  const entries = new Map<string, Entry>();
  const listeners = new Map<string, Set<() => void>>();
  let known = false;
  let offsetMs = 0;

  const take = (message: EventsMessage, changed: Set<string>) => {
    if (message.type === "event") {
      const { event } = message;
      if (!rules.isAbout(event)) return;
      const key = rules.keyOf(event);
      const before = entries.get(key) ?? rules.absent;
      const after = rules.step(before, event, offsetMs);
      if (after === before) return;
      entries.set(key, after);
      changed.add(key);
      return;
    }
    // The first snapshot changes all entries; a later one only those that were or are in it.
    for (const key of known ? entries.keys() : listeners.keys()) changed.add(key);
    known = true;
    offsetMs = message.clockOffsetMs;
    entries.clear();
    for (const [key, entry] of rules.fromSnapshot(message)) {
      entries.set(key, entry);
      changed.add(key);
    }
  };

  return {
    isKnown: () => known,
    /** Returns whether any entry changed, after its listeners have run. */
    apply(messages: readonly EventsMessage[]): boolean {
      const changed = new Set<string>();
      for (const message of messages) take(message, changed);
      for (const key of changed) for (const listener of listeners.get(key) ?? []) listener();
      return changed.size > 0;
    },
    of: (key: string): Readable<Entry | null> => ({
      get: () => (known ? (entries.get(key) ?? rules.absent) : null),
      subscribe(listener) {
        const own = listeners.get(key) ?? new Set();
        listeners.set(key, own.add(listener));
        return () => {
          own.delete(listener);
          if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
        };
      },
    }),
  };
}
