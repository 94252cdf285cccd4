import type { RealtimeEvent } from "@callpanel/contract";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";
import type { EventsMessage, EventsSnapshot, LiveEvents } from "./events.ts";

/** How a board follows the server's: from a snapshot, then event by event. */
export interface BoardRules<State> {
  readonly fromSnapshot: (snapshot: EventsSnapshot) => State;
  /** Returns the same object if the event changes nothing. Add `clockOffsetMs` to the server's times. */
  readonly step: (state: State, event: RealtimeEvent, clockOffsetMs: number) => State;
}

/** Live state of one kind; null until the first snapshot. */
export interface Board<State> extends Readable<State | null> {
  /** Follows the server. @returns a stop function */
  start(): () => void;
}

interface Followed<State> {
  readonly state: State | null;
  readonly offsetMs: number;
}

export function createBoard<State>(events: Pick<LiveEvents, "listen">, rules: BoardRules<State>): Board<State> {
  const step = (followed: Followed<State>, message: EventsMessage): Followed<State> => {
    if (message.type === "snapshot") return { state: rules.fromSnapshot(message), offsetMs: message.clockOffsetMs };
    const { state: before, offsetMs } = followed;
    // Everything before a snapshot is obsolete.
    if (before === null) return followed;
    const state = rules.step(before, message.event, offsetMs);
    return state === before ? followed : { state, offsetMs };
  };
  const store = createStore<Followed<State>, EventsMessage>({ state: null, offsetMs: 0 }, step);
  return {
    get: () => store.get().state,
    subscribe: store.subscribe,
    start: () => events.listen(store.dispatch),
  };
}
