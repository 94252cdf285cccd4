/** The state of a destination field, separate from the dial field. */
import type { Clock } from "../../../shared/clock.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { createDebounced } from "../../../shared/search/debounce.ts";
import { SETTLE_MS } from "../softphone.api.ts";

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
