/** A parking lot: a caller who is sent there waits in its first free slot (docs/spec/parking.md). */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Parking } from "../parking/parking.ts";
import type { ParkingSlots } from "../parking/parking-slots.ts";
import { refusalOf } from "../leg/refusal.ts";

export interface LotDeps {
  readonly slots: ParkingSlots;
  readonly parking: Parking;
}

const NOBODY_TO_PARK: LegReason = { status: 480, text: "Nobody to park" };
const FULL: LegReason = { status: 486, text: "Parking is full" };

export function createReachLot({ slots, parking }: LotDeps) {
  return async ({ call, by, referredBy }: Arrival, { number, place }: Destination & { kind: "lot" }): Promise<void> => {
    const party = { number, name: place.name, kind: "parking" } as const;
    if (referredBy === undefined) return call.refuse(party, NOBODY_TO_PARK);
    const lot = await slots.lotOf(place.id);
    if (!call.live) return;
    if (lot === undefined) return call.refuse(party, refusalOf(404));
    const slot = slots.freeIn(lot);
    if (slot === undefined) return call.refuse(party, FULL);
    parking.park(call, { lot, slot }, by);
  };
}
