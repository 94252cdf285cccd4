/** QUE-86: the places of callers who were moved out of a line by a person, for as long as they may come back to it. */
import type { Clock } from "@callpanel/phone-port";
import type { KeptPlace } from "../../queues/engine.port.ts";
import type { Leg } from "../leg/leg.port.ts";

/** The phones at which they arrive ring for a minute. */
export const PLACE_KEPT_MS = 90_000;

export interface KeptPlaces {
  keep(leg: Leg, place: KeptPlace | undefined): void;
  /** Once. Undefined: none in this queue, or no longer. */
  take(leg: Leg, queueId: string): KeptPlace | undefined;
}

export function createKeptPlaces(clock: Pick<Clock, "now">): KeptPlaces {
  const places = new WeakMap<Leg, { readonly place: KeptPlace; readonly until: number }>();
  return {
    keep: (leg, place) => {
      if (place === undefined) places.delete(leg);
      else places.set(leg, { place, until: clock.now() + PLACE_KEPT_MS });
    },
    take: (leg, queueId) => {
      const kept = places.get(leg);
      places.delete(leg);
      return kept?.place.queueId === queueId && clock.now() < kept.until ? kept.place : undefined;
    },
  };
}
