/** The text of a field for the destination of a call. */
import type { Clock } from "../../clock.ts";
import { createStore } from "../../store.ts";
import type { Readable } from "../../store.ts";
import { createDebounced } from "../../search/debounce.ts";

/** How long after the last key the server is asked. */
export const SETTLE_MS = 150;

export interface Destination extends Readable<string> {
  readonly settled: Readable<string>;
  type(text: string): void;
}

export function createDestination(clock: Clock): Destination {
  const store = createStore<string, string>("", (_, next) => next);
  return {
    get: store.get,
    subscribe: store.subscribe,
    settled: createDebounced(store, { clock, afterMs: SETTLE_MS }),
    type: store.dispatch,
  };
}
