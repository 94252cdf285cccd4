/**
 * A parking slot: a caller who dials it talks to the party parked there; a caller who is sent to a free one is parked
 * there.
 */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Directory, Party } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import type { Call } from "../call/call.port.ts";
import type { CallRegister } from "../call/call-register.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { slotParty, type Parking } from "../parking/parking.ts";
import type { ParkingSlots } from "../parking/parking-slots.ts";
import { refusalOf } from "../leg/refusal.ts";

export interface SlotDeps {
  readonly directory: Directory;
  readonly slots: ParkingSlots;
  readonly parking: Parking;
  readonly register: CallRegister;
}

const NOT_ALLOWED: LegReason = { status: 403, text: "Taking this call is not allowed" };
const NOBODY: LegReason = { status: 404, text: "Nobody is parked here" };
const TAKEN: LegReason = { status: 486, text: "Slot is taken" };

export function createReachSlot({ directory, slots, parking, register }: SlotDeps) {
  /** PARK-11. The refusal does not show whether a call is parked there. */
  const mayRetrieve = ({ by }: Arrival, parked: Call | undefined): boolean => {
    const parker = parked && slots.stayOf(parked)?.parker;
    const isParty = parker?.id === by.id || parked?.caller.user.id === by.id;
    return directory.mayDo?.(by, { kind: "retrieve", isParty }) === true;
  };

  const retrieve = async (arrival: Arrival, slot: number, party: Party): Promise<void> => {
    const { call, caller } = arrival;
    const parked = slots.waitingIn(slot);
    if (!mayRetrieve(arrival, parked)) return call.refuse(party, NOT_ALLOWED);
    if (parked?.lone !== true) return call.refuse(party, NOBODY);
    const { codec } = parked;
    const { direction } = await caller.fit(codec === undefined ? undefined : [codec]);
    if (!call.live) return;
    if (slots.waitingIn(slot) !== parked) return call.refuse(party, NOBODY);
    const leg = parked.caller;
    slots.unpark(parked);
    parked.part(leg);
    register.claim(leg, call);
    register.occupy(leg.user.id, call);
    call.cameBy({ how: "retrieved", by: party });
    call.meet({ leg, party: leg.shown }, codec);
    caller.leg.noteDirection(direction);
  };

  return async (arrival: Arrival, { number, place }: Destination & { kind: "slot" }): Promise<void> => {
    const { call, by, referredBy } = arrival;
    const slot = Number(number);
    const party = slotParty(slot, place);
    if (referredBy === undefined) return retrieve(arrival, slot, party);
    const lot = await slots.lotWith(slot);
    if (!call.live) return;
    if (lot === undefined) return call.refuse(party, refusalOf(404));
    if (slots.waitingIn(slot) !== undefined) return call.refuse(party, TAKEN);
    parking.park(call, { lot, slot }, by);
  };
}
