/** A parking slot: whoever dials it talks to the one who waits there (rule PARK-3). */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Log, Party } from "../../ports.ts";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import { NO_MEDIA } from "../offer.ts";
import type { ParkingSlots } from "../parking-slots.ts";
import { refusalOf } from "../refusal.ts";

export interface SlotDeps {
  readonly log: Log;
  readonly slots: ParkingSlots;
  readonly register: CallRegister;
}

export function createReachSlot({ log, slots, register }: SlotDeps) {
  return async ({ call, caller }: Arrival, { number, place }: Destination & { kind: "slot" }): Promise<void> => {
    const party: Party = { number, name: place.name };
    const parked = slots.waitingIn(number);
    if (parked?.lone !== true) return call.refuse(party, { status: 404, text: "Nobody is parked here" });
    const { codec } = parked;
    try {
      const direction = await caller.fit(codec === undefined ? undefined : [codec]);
      if (!call.live) return;
      if (slots.waitingIn(number) !== parked) return call.refuse(party, refusalOf(404));
      const leg = parked.caller;
      slots.unpark(parked);
      parked.part(leg);
      register.claim(leg, call);
      register.occupy(leg.user.id, call);
      call.meet({ leg, party: leg.party }, codec);
      caller.leg.noteDirection(direction);
    } catch (error) {
      log.warn("whoever dialled a slot does not fit", { call: call.id, error: String(error) });
      call.refuse(party, NO_MEDIA);
    }
  };
}
