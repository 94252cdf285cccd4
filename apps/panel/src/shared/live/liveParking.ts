import type { ParkedCall } from "@callpanel/contract";
import type { Readable } from "../store.ts";
import { defineService } from "../service.ts";

/** The parked calls by slot, from the latest events; null until the first snapshot. Times are in this computer's clock. */
export type ParkedCalls = ReadonlyMap<string, ParkedCall>;

export interface LiveParking extends Readable<ParkedCalls | null> {
  /** The number of parked calls. */
  readonly count: Readable<number>;
}

export const LIVE_PARKING = defineService<LiveParking>("liveParking");
