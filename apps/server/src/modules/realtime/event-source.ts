import type { RealtimeEvent } from "@callpanel/contract";
import type { Receiving } from "./receiving.ts";

/** What a class of receivers may see of a source. */
export interface Visibility {
  /** Receivers with equal keys see the same. It must contain every right that the visibility reads. */
  readonly key: string;
}

/** An event for one person only, on all of that person's connections. */
export interface OwnEvent {
  readonly userId: number;
  readonly event: RealtimeEvent;
}

/** Which receivers see which facts of an area. */
export interface Visible<Fact, Seen extends Visibility> {
  readonly visibleTo: (realm: string, receiving: Receiving) => Seen;
  /** The events of a fact for all receivers of a class. */
  readonly events?: (fact: Fact, seen: Seen) => readonly RealtimeEvent[];
  /** The events of a fact for single people, whatever their class is. */
  readonly ownEvents?: (fact: Fact, seen: Seen) => readonly OwnEvent[];
}

/** Receives the events of a view. */
export interface ViewListener {
  tell(events: readonly RealtimeEvent[]): void;
  sendOwn(event: OwnEvent): void;
}

/** A source as one class of receivers sees it. */
export interface View {
  readonly key: string;
  /** @returns unsubscribes */
  subscribe(listener: ViewListener): () => void;
  /** The member of a snapshot with the source's name; undefined: none. */
  snapshot(): unknown;
  /** The same, of what only this person may see. */
  ownSnapshot(userId: number): unknown;
  /** Sent to a receiver after its first snapshot. */
  recent(): readonly RealtimeEvent[];
}

/** An entry of the stream's list: an area whose changes become events. */
export interface EventSource {
  readonly name: string;
  viewOf(realm: string, receiving: Receiving): View;
}

/** A source of facts; `defineBoard` makes one that has state too. */
export interface SourceDefinition<Fact, Seen extends Visibility> extends Visible<Fact, Seen> {
  readonly name: string;
  /** Calls the listener for each fact. @returns unsubscribes */
  readonly subscribe: (listener: (fact: Fact) => void) => () => void;
  readonly snapshot?: (seen: Seen) => unknown;
  readonly ownSnapshot?: (seen: Seen, userId: number) => unknown;
  /** Events of the last time that no snapshot contains. A receiver that joins gets them again: it may have missed them. */
  readonly recent?: (seen: Seen) => readonly RealtimeEvent[];
}

export function createEventSource<Fact, Seen extends Visibility>(source: SourceDefinition<Fact, Seen>): EventSource {
  const { name, visibleTo, events, ownEvents } = source;
  return {
    name,
    viewOf: (realm, receiving) => {
      const seen = visibleTo(realm, receiving);
      return {
        key: seen.key,
        subscribe: ({ tell, sendOwn }) =>
          source.subscribe((fact) => {
            if (events !== undefined) tell(events(fact, seen));
            for (const event of ownEvents?.(fact, seen) ?? []) sendOwn(event);
          }),
        snapshot: () => source.snapshot?.(seen),
        ownSnapshot: (userId) => source.ownSnapshot?.(seen, userId),
        recent: () => source.recent?.(seen) ?? [],
      };
    },
  };
}
