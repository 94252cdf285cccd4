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
