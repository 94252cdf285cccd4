/** Parking: a party waits in a numbered slot of a lot until somebody dials it (docs/spec/parking.md). */
import type { ParkedCall, PhoneEvent } from "../events.ts";
import type { Clock, Directory, DirectoryUser, ParkingLot } from "../ports.ts";
import type { Call } from "./call.port.ts";
import { partyOf } from "./leg.ts";

export interface ParkingSlots {
  /** The lot by its id, as the directory has it now. */
  lotOf(id: string): Promise<ParkingLot | undefined>;
  /** Puts the caller of `call` into the first free slot; false when the lot is full. `timedOut` runs when nobody came. */
  park(parts: ParkParts): boolean;
  /** The call that waits in a slot. */
  waitingIn(slot: string): Call | undefined;
  /** The caller leaves the slot for whoever dialled it. */
  unpark(call: Call): void;
  /** Frees the slot of a party that has given up. */
  ended(call: Call): void;
  views(): readonly ParkedCall[];
}

interface ParkParts {
  readonly call: Call;
  readonly lot: ParkingLot;
  readonly parker: DirectoryUser;
  /** Brings the call there. */
  readonly put: (slot: number) => void;
  readonly timedOut: () => void;
}

interface Stay {
  readonly call: Call;
  readonly view: ParkedCall;
  readonly stop: () => void;
}

type ParkingEventKind = "parked" | "unparked" | "parkingGaveUp" | "parkingTimedOut";

export function createParkingSlots(deps: {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly realm: string;
  readonly emit: (event: PhoneEvent) => void;
}): ParkingSlots {
  const { clock, directory, realm, emit } = deps;
  const stays = new Map<number, Stay>();

  const tell = (kind: ParkingEventKind, call: Call, parked: ParkedCall): void =>
    emit({ kind, at: clock.now(), call: call.view(), parked });
  const end = (call: Call, kind: ParkingEventKind): void => {
    for (const [slot, stay] of stays) {
      if (stay.call !== call) continue;
      stay.stop();
      stays.delete(slot);
      tell(kind, call, stay.view);
    }
  };

  return {
    lotOf: async (id) => (await directory.parkingLots?.(realm))?.find((lot) => lot.id === id),
    park: ({ call, lot, parker, put, timedOut }) => {
      for (let slot = lot.firstSlot; slot <= lot.lastSlot; slot += 1) {
        if (stays.has(slot)) continue;
        const view: ParkedCall = {
          callId: call.id,
          lotId: lot.id,
          lotName: lot.name,
          slot: String(slot),
          parkee: call.caller.party,
          parker: partyOf(parker),
          parkedAt: clock.now(),
          timeoutAt: clock.now() + lot.timeoutSeconds * 1_000,
        };
        const stop = clock.setTimeout(() => {
          end(call, "parkingTimedOut");
          timedOut();
        }, lot.timeoutSeconds * 1_000);
        stays.set(slot, { call, view, stop });
        put(slot);
        tell("parked", call, view);
        return true;
      }
      return false;
    },
    waitingIn: (slot) => stays.get(Number(slot))?.call,
    unpark: (call) => end(call, "unparked"),
    ended: (call) => end(call, "parkingGaveUp"),
    views: () => [...stays.values()].map(({ view }) => view),
  };
}
