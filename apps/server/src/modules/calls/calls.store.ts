import type { CallDestination } from "@callpanel/contract";
import type { NewJob } from "../../kernel/jobs/job-store.port.ts";

/** A finished call, as it is stored. Times in milliseconds since the epoch. */
export interface CallDetailRecord {
  /** Id of the phone system; writing the same record again changes nothing. */
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
  /** People who forwarded it on its way, in order, as JSON; null when it was not forwarded. */
  readonly forwardedBy: string | null;
  /** The agent who answered a call of a queue, which is `to`. */
  readonly answeredBy?: CallParty | undefined;
  /** The person who sent the caller there, as JSON. */
  readonly sentBy?: string | null;
  /** People who listened to it, as JSON. */
  readonly listenedBy?: string | null;
  /** People at whose phones it did not ring, because of their settings. */
  readonly divertedFrom?: readonly DivertedFrom[];
  /** Undefined: a person, or a number outside. */
  readonly destination?: CallDestination | undefined;
  /** People of the company who forwarded it. */
  readonly forwarderIds?: readonly number[];
  /** Ids of earlier calls that had a leg of it. */
  readonly continues?: readonly string[];
}

/** A person whose own setting kept a call from their phones (DIVERT rules). */
export interface DivertedFrom {
  readonly userId: number;
  readonly why: "doNotDisturb" | "forward";
  /** Destination of the forward; empty for do not disturb. */
  readonly to: string;
  /** True if a person answered there: the call does not count as missed. */
  readonly isAnswered: boolean;
  /** The caller's number, as far as the person may see it. */
  readonly number: string;
  readonly name: string;
}

export interface CallParty {
  readonly number: string;
  readonly name: string;
  readonly userId: number | null;
}

/** Records of all calls. Durable when the promise resolves. */
export interface CallRecordStore {
  /** A record that is new brings its jobs along. */
  write(record: CallDetailRecord, jobs?: readonly NewJob[]): Promise<void>;
  /** All or none of them. */
  writeAll(
    records: readonly CallDetailRecord[],
    jobsFor?: (record: CallDetailRecord) => readonly NewJob[],
  ): Promise<void>;
  countRecords(): Promise<number>;
}
