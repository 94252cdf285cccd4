import type { EventsMessage, LiveEvents } from "../../../shared/live/events.ts";
import type { LiveBuddies, LiveBuddy, Liveness } from "../../../shared/live/liveBuddies.ts";
import { createStore } from "../../../shared/store.ts";
import { ABSENT, fromSnapshot, isBuddyEvent, stepLiveBuddy } from "./live.model.ts";

/** Runs once, before the next frame is rendered. @returns a cancel function */
export type NextFrame = (run: () => void) => () => void;

export interface LiveBuddiesRun extends LiveBuddies {
  stop(): void;
}

/**
 * BUDDIES-7: the events of a frame are applied together before it is rendered. The map is changed in place and each person
 * has their own listeners, so that an event costs the same with ten people and with five thousand.
 */
export function createLiveBuddies(deps: {
  readonly events: LiveEvents;
  readonly nextFrame: NextFrame;
}): LiveBuddiesRun {
  const { events, nextFrame } = deps;
  const people = new Map<string, LiveBuddy>();
  const listeners = new Map<string, Set<() => void>>();
  const liveness = createStore<Liveness, Liveness>({ kind: "none" }, (before, next) =>
    before.kind === next.kind ? before : next,
  );
  const changes = createStore<number, "flushed">(0, (count) => count + 1);
  let waiting: EventsMessage[] = [];
  let cancelFrame: (() => void) | null = null;
  let known = false;
  let offsetMs = 0;

  const apply = (message: EventsMessage, changed: Set<string>) => {
    if (message.type === "event") {
      const { event } = message;
      if (!isBuddyEvent(event)) return;
      const before = people.get(event.exten) ?? ABSENT;
      const after = stepLiveBuddy(before, event, offsetMs);
      if (after === before) return;
      people.set(event.exten, after);
      changed.add(event.exten);
      return;
    }
    // The first snapshot changes everyone; a later one only the people who were or are in it.
    for (const exten of known ? people.keys() : listeners.keys()) changed.add(exten);
    known = true;
    offsetMs = message.clockOffsetMs;
    people.clear();
    for (const state of message.buddies) {
      people.set(state.exten, fromSnapshot(state, offsetMs));
      changed.add(state.exten);
    }
  };

  const flush = () => {
    cancelFrame = null;
    const messages = waiting;
    waiting = [];
    const changed = new Set<string>();
    for (const message of messages) apply(message, changed);
    for (const exten of changed) for (const listener of listeners.get(exten) ?? []) listener();
    if (changed.size > 0) changes.dispatch("flushed");
    follow();
  };
  /** The state is live as soon as the first data of this connection is rendered. */
  const follow = () => {
    const state = events.get();
    if (state.phase === "open" && waiting.length === 0 && known) liveness.dispatch({ kind: "live" });
    else if (state.phase === "closed" && known) liveness.dispatch({ kind: "stale", since: state.heardAt ?? 0 });
  };

  const stops = [
    events.listen((message) => {
      // Everything before a snapshot is obsolete.
      if (message.type === "snapshot") waiting = [message];
      else waiting.push(message);
      cancelFrame ??= nextFrame(flush);
    }),
    events.subscribe(follow),
  ];

  return {
    liveness,
    changes,
    of: (exten) => ({
      get: () => (known ? (people.get(exten) ?? ABSENT) : null),
      subscribe(listener) {
        const own = listeners.get(exten) ?? new Set();
        listeners.set(exten, own.add(listener));
        return () => {
          own.delete(listener);
          if (own.size === 0 && listeners.get(exten) === own) listeners.delete(exten);
        };
      },
    }),
    stop() {
      cancelFrame?.();
      for (const stop of stops) stop();
    },
  };
}
