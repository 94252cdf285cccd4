import type { RealtimeEvent } from "@callpanel/contract";
import type { Readable } from "../store.ts";
import type { EventsMessage, EventsSnapshot } from "./events.ts";
import { followByFrame } from "./frames.ts";
import type { Framed, FramedDeps } from "./frames.ts";
import { createKeyListeners } from "./keyListeners.ts";

/** Live state of many things of one kind, each with its own listeners. */
export interface Keyed<Entry> extends Omit<Framed, "start"> {
  /** Null until the first snapshot. */
  of(key: string): Readable<Entry | null>;
}

export type KeyedBoard<Entry> = Keyed<Entry> & Framed;

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

/**
 * BUDDIES-7: the map is changed in place and each entry has its own listeners, so that an event costs the same with ten
 * entries and with five thousand.
 */
export function createKeyedBoard<Entry, Event extends RealtimeEvent>(
  deps: FramedDeps,
  rules: KeyedBoardRules<Entry, Event>,
): KeyedBoard<Entry> {
  const entries = createEntries(rules);
  return { of: entries.of, ...followByFrame(deps, entries) };
}

/** The entries, and who listens to each. */
function createEntries<Entry, Event extends RealtimeEvent>(rules: KeyedBoardRules<Entry, Event>) {
  const entries = new Map<string, Entry>();
  const listeners = createKeyListeners();
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
    apply(messages: readonly EventsMessage[]): boolean {
      const changed = new Set<string>();
      for (const message of messages) take(message, changed);
      listeners.run(changed);
      return changed.size > 0;
    },
    of: (key: string): Readable<Entry | null> => ({
      get: () => (known ? (entries.get(key) ?? rules.absent) : null),
      subscribe: (listener) => listeners.on(key, listener),
    }),
  };
}
