import type { MISSED_CALLER_ENDS } from "@callpanel/contract";

export type MissedEnd = (typeof MISSED_CALLER_ENDS)[number];

/** A number that was missed in a queue and was not answered since. Times in milliseconds since the epoch. */
export interface MissedNumber {
  /** Of the last stay. */
  readonly id: number;
  readonly queueId: string;
  /** As the caller showed it the last time. */
  readonly number: string;
  /** The same for all notations of the number. */
  readonly key: string;
  readonly name: string;
  readonly times: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly end: MissedEnd;
  readonly waitMs: number;
  /** The caller had asked to be called back. */
  readonly isCallback: boolean;
  readonly taken: MissedTake | undefined;
}

export interface MissedTake {
  readonly userId: number;
  readonly at: number;
}

interface MissedKey {
  readonly realm: string;
  readonly queueId: string;
  /** `numberKey` of the number. */
  readonly key: string;
}

/** The callers who got no answer: read from the queue log; kept are only who calls them back and when numbers were last talked to. */
export interface MissedCallerStore {
  /** Of these queues, who left after `since`; the latest first. */
  missed(search: {
    readonly realm: string;
    readonly queueIds: readonly string[];
    /** Of this number alone. */
    readonly key?: string | undefined;
    readonly since: number;
    readonly limit: number;
  }): Promise<readonly MissedNumber[]>;
  /** The key of a missed stay; undefined: there is no such stay. */
  keyOf(realm: string, id: number): Promise<MissedKey | undefined>;
  /** The key of the caller of a call in a queue. */
  callerOf(realm: string, callId: string): Promise<string | undefined>;
  /** Queues that missed one of these numbers after `since`, whether it was answered later or not. */
  queuesOf(realm: string, keys: readonly string[], since: number): Promise<readonly string[]>;
  /** A take of another person stays, unless it is from before `validFrom`. */
  take(key: MissedKey, take: MissedTake & { readonly validFrom: number }): Promise<void>;
  giveBack(key: MissedKey, userId: number): Promise<void>;
  /** Forgets takes and talks from before. */
  removeBefore(at: number): Promise<void>;
}
