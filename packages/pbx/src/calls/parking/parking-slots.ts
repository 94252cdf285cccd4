/** Parking slots: which call is parked where, and for how long (docs/spec/parking.md). */
import type { Clock, Directory, DirectoryUser, ParkedCall, ParkingLot, PhoneEvent } from "@callpanel/phone-port";
import type { Call } from "../call/call.port.ts";
import { partyOf } from "../leg/leg.ts";

export interface ParkingSlots {
  /** The lot by its id, as it is in the directory now. */
  lotOf(id: string): Promise<ParkingLot | undefined>;
  /** The lot that a slot belongs to. */
  lotWith(slot: number): Promise<ParkingLot | undefined>;
  /** The lowest free slot of the lot. */
  freeIn(lot: ParkingLot): number | undefined;
  /**
   * The caller of `call` is parked in a free slot. If no one retrieves the call in time, `timedOut` runs with the lot
   * it was in last.
   */
  park(parts: ParkParts): void;
  /** Moves a parked caller to another free slot; parker and time stay the same. */
  move(call: Call, lot: ParkingLot, slot: number): void;
  /** The call that is parked in a slot. */
  waitingIn(slot: number): Call | undefined;
  /** The slot of a call, and the person who parked it. */
  stayOf(call: Call): Stay | undefined;
  /** The caller leaves the slot because the call was retrieved. */
  unpark(call: Call): void;
  /** Frees the slot of a caller who has hung up. */
  ended(call: Call): void;
  views(): readonly ParkedCall[];
}

interface ParkParts {
  readonly call: Call;
  readonly lot: ParkingLot;
  readonly slot: number;
  readonly parker: DirectoryUser;
  readonly timedOut: (lot: ParkingLot) => void;
}

export interface Stay {
  readonly call: Call;
  readonly lot: ParkingLot;
  readonly parker: DirectoryUser;
  readonly parked: ParkedCall;
}

interface TimedStay extends Stay {
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
  const stays = new Map<number, TimedStay>();

  const lots = async (): Promise<readonly ParkingLot[]> => (await directory.parkingLots?.(realm)) ?? [];
  const tell = (kind: ParkingEventKind, call: Call, parked: ParkedCall): void =>
    emit({ kind, at: clock.now(), call: call.view(), parked });
  const find = (call: Call): readonly [number, TimedStay] | undefined =>
    [...stays].find(([, stay]) => stay.call === call);
  const end = (call: Call, kind: ParkingEventKind): ParkingLot | undefined => {
    const [slot, stay] = find(call) ?? [];
    if (slot === undefined || stay === undefined) return undefined;
    stay.stop();
    stays.delete(slot);
    tell(kind, call, stay.parked);
    return stay.lot;
  };

  return {
    lotOf: async (id) => (await lots()).find((lot) => lot.id === id),
    lotWith: async (slot) => (await lots()).find(({ firstSlot, lastSlot }) => slot >= firstSlot && slot <= lastSlot),
    freeIn: ({ firstSlot, lastSlot }) => {
      for (let slot = firstSlot; slot <= lastSlot; slot += 1) if (!stays.has(slot)) return slot;
      return undefined;
    },
    park: ({ call, lot, slot, parker, timedOut }) => {
      const parked: ParkedCall = {
        callId: call.id,
        lotId: lot.id,
        lotName: lot.name,
        slot: String(slot),
        parkee: call.caller.shown,
        parker: partyOf(parker),
        parkedAt: clock.now(),
        timeoutAt: clock.now() + lot.timeoutSeconds * 1_000,
      };
      const stop = clock.setTimeout(() => {
        const last = end(call, "parkingTimedOut");
        if (last !== undefined) timedOut(last);
      }, lot.timeoutSeconds * 1_000);
      stays.set(slot, { call, lot, parker, parked, stop });
      tell("parked", call, parked);
    },
    move: (call, lot, slot) => {
      const [from, stay] = find(call) ?? [];
      if (from === undefined || stay === undefined) return;
      const before = stay.parked;
      const parked = { ...before, lotId: lot.id, lotName: lot.name, slot: String(slot) };
      stays.delete(from);
      stays.set(slot, { ...stay, lot, parked });
      emit({ kind: "parkingSwapped", at: clock.now(), call: call.view(), parked, before });
    },
    waitingIn: (slot) => stays.get(slot)?.call,
    stayOf: (call) => find(call)?.[1],
    unpark: (call) => void end(call, "unparked"),
    ended: (call) => void end(call, "parkingGaveUp"),
    views: () => [...stays.values()].map(({ parked }) => parked),
  };
}
