import { isDeepStrictEqual } from "node:util";

/** A parked party, or the person who parked it; ids only for people of the realm. */
export interface ParkedParty {
  readonly number: string;
  readonly name: string;
  readonly userId?: number | undefined;
}

/** An occupied slot. */
export interface ParkedPlace {
  readonly realm: string;
  /** Name and number of the lot. */
  readonly lot: string;
  readonly exten: string;
  readonly space: string;
  readonly callid: string;
  /** The leg that waits. */
  readonly channel: string;
  readonly parkee: ParkedParty;
  readonly parker: ParkedParty;
  readonly startedAt: number;
  readonly timeoutSeconds: number;
}

/** How a slot became free: somebody retrieved the call, the caller hung up, or the time was over. */
export type ParkedEnd = "unparked" | "giveup" | "timeout";

/** An event of the phone system about its slots. */
export type ParkedEvent =
  | { readonly kind: "parked"; readonly place: ParkedPlace }
  | {
      readonly kind: "freed";
      readonly how: ParkedEnd;
      readonly realm: string;
      readonly space: string;
      readonly callid: string;
    };

/** A change: a slot is occupied, its call went to another slot or waits on another channel, or the slot is free. */
export interface ParkedChange {
  readonly event: "parked" | "swap" | ParkedEnd;
  readonly place: ParkedPlace;
}

/** The occupied slots. */
export interface ParkedBoard {
  apply(event: ParkedEvent): void;
  places(): Iterable<ParkedPlace>;
  /** Called for every change. @returns unsubscribes */
  subscribe(listener: (change: ParkedChange) => void): () => void;
}

/** RT-31: late or duplicate events, and those about an unknown slot, change nothing. */
export function createParkedBoard(): ParkedBoard {
  const places = new Map<string, ParkedPlace>();
  const listeners = new Set<(change: ParkedChange) => void>();
  const keyOf = ({ realm, space }: { readonly realm: string; readonly space: string }) => `${realm} ${space}`;
  const tell = (change: ParkedChange): void => {
    for (const listener of listeners) listener(change);
  };

  const take = (place: ParkedPlace): void => {
    const inSlot = places.get(keyOf(place));
    if (isDeepStrictEqual(inSlot, place) || (inSlot !== undefined && inSlot.startedAt > place.startedAt)) return;
    const before = [...places.values()].find(({ realm, callid }) => realm === place.realm && callid === place.callid);
    if (before !== undefined) places.delete(keyOf(before));
    places.set(keyOf(place), place);
    tell({ event: before === undefined ? "parked" : "swap", place });
  };
  return {
    apply: (event) => {
      if (event.kind === "parked") return take(event.place);
      const place = places.get(keyOf(event));
      if (place?.callid !== event.callid) return;
      places.delete(keyOf(event));
      tell({ event: event.how, place });
    },
    places: () => places.values(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
