import type { ParkedCall, ParkingLot } from "@callpanel/contract";
import { fold, wordsOf } from "../../shared/search/fits.ts";
import type { ParkedCalls } from "../../shared/live/liveParking.ts";

/** A slot with its parked call, if any. */
export interface Slot {
  readonly number: string;
  readonly call: ParkedCall | null;
}

export interface ShownLot {
  readonly lot: ParkingLot;
  readonly takenCount: number;
  /** The matching slots: those with a call first, each by number. */
  readonly slots: readonly Slot[];
}

export interface Wanted {
  readonly search: string;
  readonly takenOnly: boolean;
}

/** The maximum number of slots of a lot per page. */
export const SLOTS_A_PAGE = 60;

/** PARKING-4: the lots with the slots that are wanted; a lot without any is left out while something is searched for. */
export function shownLots(lots: readonly ParkingLot[], parked: ParkedCalls, wanted: Wanted): readonly ShownLot[] {
  const words = wordsOf(wanted.search);
  return lots.flatMap((lot) => {
    const all = lot.slots.map((number): Slot => ({ number, call: parked.get(number) ?? null }));
    const slots = all.filter(
      (slot) => (slot.call !== null || !wanted.takenOnly) && words.every((word) => textOf(slot).includes(word)),
    );
    if (slots.length === 0 && words.length > 0) return [];
    const taken = slots.filter(({ call }) => call !== null);
    const takenFirst = [...taken, ...slots.filter(({ call }) => call === null)];
    return { lot, takenCount: all.filter(({ call }) => call !== null).length, slots: takenFirst };
  });
}

function textOf({ number, call }: Slot): string {
  if (call === null) return number;
  const { parkee, parker } = call;
  return fold([number, parkee.name, parkee.number, parker.name, parker.number].join(" "));
}

/** The time until the call returns to the person who parked it; never negative. */
export const leftMs = ({ startedAt, timeoutSeconds }: ParkedCall, now: number): number =>
  Math.max(0, startedAt + timeoutSeconds * 1_000 - now);
