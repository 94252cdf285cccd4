/** Parking: a party that was sent to a lot or a slot is parked there, and returns to the parker when the time is over. */
import type { DirectoryUser, ParkingLot, Party } from "@callpanel/phone-port";
import type { Leg } from "../leg/leg.port.ts";
import { NO_WATCHER, type Call, type MoveWatcher } from "../call/call.port.ts";
import { LAST_WAY, type SendOn } from "../call/moves.port.ts";
import type { ParkingSlots } from "./parking-slots.ts";
import { MUSIC } from "../call/service.ts";

export interface Parking {
  /** Parks the caller of `call` in a free slot. */
  park(call: Call, place: { readonly lot: ParkingLot; readonly slot: number }, parker: DirectoryUser): void;
  /** Moves a parked caller to another free slot. */
  move(call: Call, place: { readonly lot: ParkingLot; readonly slot: number }): void;
  /** Takes the caller out of their slot; returns a watcher that brings them back if the call reaches no one. */
  leave(call: Call): MoveWatcher | undefined;
}

export function createParking({ slots, sendOn }: { readonly slots: ParkingSlots; readonly sendOn: SendOn }): Parking {
  return {
    park: (call, { lot, slot }, parker) => {
      const { codec } = call;
      const timedOut = ({ extension }: ParkingLot): void => {
        const leg = call.caller;
        call.part(leg);
        // If the parker does not answer either, the call goes back to the lot.
        const again: MoveWatcher = {
          ...NO_WATCHER,
          handBack: (_, back) => sendOn(back, { kind: "number", dialled: extension, by: parker, codec }, LAST_WAY),
        };
        const came = { how: "returned", by: call.callee } as const;
        sendOn(leg, { kind: "user", user: parker, codec, came }, again);
      };
      call.put(slotParty(slot, lot), MUSIC);
      slots.park({ call, lot, slot, parker, timedOut });
    },
    move: (call, { lot, slot }) => {
      call.rename(slotParty(slot, lot));
      slots.move(call, lot, slot);
    },
    leave: (call) => {
      const stay = slots.stayOf(call);
      if (stay === undefined) return undefined;
      const { parker, parked, lot } = stay;
      const { codec } = call;
      slots.unpark(call);
      const back = (leg: Leg, dialled: string, watcher: MoveWatcher): void =>
        sendOn(leg, { kind: "number", dialled, by: parker, codec }, watcher);
      // The slot may be taken by then; the lot has others.
      const intoLot: MoveWatcher = { ...NO_WATCHER, handBack: (_, leg) => back(leg, lot.extension, LAST_WAY) };
      return { ...NO_WATCHER, handBack: (_, leg) => back(leg, parked.slot, intoLot) };
    },
  };
}

export function slotParty(slot: number, lot: Pick<ParkingLot, "name">): Party {
  return { number: String(slot), name: lot.name, kind: "parking" };
}
