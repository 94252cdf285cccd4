/** A parking lot: whoever was sent there waits in its first free slot (docs/spec/parking.md). */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../arrival.ts";
import { NO_WATCHER, type MoveWatcher } from "../call.port.ts";
import type { LegReason } from "../leg.model.ts";
import type { Leg } from "../leg.ts";
import type { SendOn } from "../moves.port.ts";
import type { ParkingSlots } from "../parking-slots.ts";
import { refusalOf } from "../refusal.ts";
import { MUSIC } from "../services/music.ts";

export interface LotDeps {
  readonly slots: ParkingSlots;
  readonly sendOn: SendOn;
}

const NOBODY_TO_PARK: LegReason = { status: 480, text: "Nobody to park" };

export function createReachLot({ slots, sendOn }: LotDeps) {
  /** For a leg whose last way this is. */
  const onward = (leg: Leg): MoveWatcher => ({
    ...NO_WATCHER,
    handBack: (reason) => leg.send({ kind: "hangUp", reason }),
  });

  return async (arrival: Arrival, { number, place }: Destination & { kind: "lot" }): Promise<void> => {
    const { call, by: parker, referredBy } = arrival;
    if (referredBy === undefined) return call.refuse({ number, name: place.name }, NOBODY_TO_PARK);
    const lot = await slots.lotOf(place.id);
    if (!call.live) return;
    if (lot === undefined) return call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(404));
    const leg = call.caller;
    const { codec } = call;
    const timedOut = (): void => {
      call.part(leg);
      // Where the parker does not answer either, the lot has the call again.
      const again: MoveWatcher = {
        ...NO_WATCHER,
        handBack: () => sendOn(leg, { kind: "number", dialled: lot.extension, by: parker, codec }, onward(leg)),
      };
      sendOn(leg, { kind: "user", user: parker, codec }, again);
    };
    const put = (slot: number): void => call.put({ number: String(slot), name: lot.name }, MUSIC);
    if (!slots.park({ call, lot, parker, put, timedOut }))
      call.refuse({ number: lot.extension, name: lot.name }, { status: 486, text: "Parking is full" });
  };
}
