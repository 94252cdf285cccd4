import type { CallDestination } from "@callpanel/contract";

/** One finished call, as it is kept. Times in milliseconds since the epoch. */
export interface CallDetailRecord {
  /** Of the phone system; the same record may be written again and changes nothing. */
  readonly callId: string;
  readonly realm: string;
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number;
  readonly from: CallParty;
  readonly to: CallParty;
  readonly dialledNumber: string;
  readonly direction: "internal" | "inbound" | "outbound";
  readonly disposition: string;
  readonly failed: boolean;
  readonly endedBy: string;
  readonly endReason: string;
  readonly sipStatus: number;
  /** Codec, packets, loss and jitter of each side, as JSON; null when nobody answered. */
  readonly quality: string | null;
  /** Who has forwarded it on its way, in order, as JSON; null when nobody did. */
  readonly forwardedBy: string | null;
  /** Who sent the caller there, as JSON. */
  readonly sentBy?: string | null;
  /** Who listened to it, as JSON. */
  readonly listenedBy?: string | null;
  /** People whose phones it did not ring, because of what they have set. */
  readonly divertedFrom?: readonly DivertedFrom[];
  /** Undefined: a person, or a number outside. */
  readonly destination?: CallDestination | undefined;
  /** People of the company who have forwarded it. */
  readonly forwarderIds?: readonly number[];
  /** Ids of earlier calls that a leg of it was in. */
  readonly continues?: readonly string[];
}

/** Somebody whose own setting kept a call from their phones (DIVERT rules). */
export interface DivertedFrom {
  readonly userId: number;
  readonly why: "doNotDisturb" | "forward";
  /** Where a forward sent it; empty for do not disturb. */
  readonly to: string;
  /** A person took it there: it is not missed. */
  readonly isAnswered: boolean;
  /** The caller, as the person may know them. */
  readonly number: string;
  readonly name: string;
}

export interface CallParty {
  readonly number: string;
  readonly name: string;
  readonly userId: number | null;
}

/** The record of every call. Durable when the promise resolves. */
export interface CallRecordStore {
  write(record: CallDetailRecord): Promise<void>;
  /** All or none of them. */
  writeAll(records: readonly CallDetailRecord[]): Promise<void>;
  countRecords(): Promise<number>;
}
