import type { EventsMessage, LiveEvents } from "../../shared/live/events.ts";
import type { LiveParking, ParkedCalls } from "../../shared/live/liveParking.ts";
import { createStore } from "../../shared/store.ts";
import { fromSnapshot, stepParked } from "./parked.model.ts";

interface State {
  readonly parked: ParkedCalls | null;
  readonly offsetMs: number;
}

export interface LiveParkingRun extends LiveParking {
  stop(): void;
}

/** The parked calls, updated by events. */
export function createLiveParking({ events }: { readonly events: Pick<LiveEvents, "listen"> }): LiveParkingRun {
  const store = createStore<State, EventsMessage>({ parked: null, offsetMs: 0 }, step);
  const stop = events.listen(store.dispatch);
  const { subscribe } = store;
  return {
    get: () => store.get().parked,
    subscribe,
    count: { get: () => store.get().parked?.size ?? 0, subscribe },
    stop,
  };
}

function step(state: State, message: EventsMessage): State {
  if (message.type === "snapshot") {
    const { parked, clockOffsetMs: offsetMs } = message;
    return { parked: fromSnapshot(parked, offsetMs), offsetMs };
  }
  const { event } = message;
  // Everything before a snapshot is obsolete.
  if (state.parked === null || event.action !== "PARKING") return state;
  const parked = stepParked(state.parked, event, state.offsetMs);
  return parked === state.parked ? state : { ...state, parked };
}
