import type { ParkedCall } from "@callpanel/contract";
import type { Readable } from "./store.ts";

/** Who is parked, by slot, as the events told it last; null until the first snapshot. Times are this computer's. */
export type ParkedCalls = ReadonlyMap<string, ParkedCall>;

export interface LiveParking extends Readable<ParkedCalls | null> {
  /** How many wait. */
  readonly count: Readable<number>;
}
