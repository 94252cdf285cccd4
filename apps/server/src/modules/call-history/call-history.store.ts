import type { CallDestination, CallSortColumn } from "@callpanel/contract";
import type { CallDetailRecord, DivertedFrom } from "../calls/index.ts";

/** Whose calls: of the whole realm, or those in which one of some people was. */
export type CallScope = "realm" | { readonly userIds: readonly number[] };

export interface CallSearch {
  readonly realm: string;
  readonly scope: CallScope;
  /** Milliseconds since the epoch; calls that began at `from` or later and before `until`. */
  readonly from: number;
  readonly until: number;
}

/** What is read as a whole, and so of the latest HISTORY_SORT_MAX calls alone. */
export interface CallOrder {
  readonly sort: CallSortColumn;
  readonly ascending: boolean;
  /** Folded; each must be found in a number or a name. */
  readonly words: readonly string[];
}

type Unlisted = "quality" | "endedBy" | "endReason" | "sipStatus" | "sentBy" | "listenedBy";

/** As much of a call as a list shows. */
export interface ListedCall extends Omit<
  CallDetailRecord,
  "forwarderIds" | "continues" | "destination" | "divertedFrom" | Unlisted
> {
  readonly divertedFrom: readonly DivertedFrom[];
  readonly id: number;
  readonly destination: CallDestination | null;
  /** A recording of it has ended. */
  readonly isRecorded: boolean;
}

export interface StoredCall extends ListedCall, Pick<CallDetailRecord, Unlisted> {
  /** Those that have ended, in the order in which they began. */
  readonly recordings: readonly StoredRecording[];
}

export interface StoredRecording {
  readonly id: string;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly bytes: number;
}

/** A call that did not ring at somebody's phones because of what they have set. */
export interface DivertedRow extends DivertedFrom {
  readonly callId: string;
  readonly startedAt: number;
}

/** How far recordings were gone through, by the time at which they began. */
export interface RecordingPlace {
  readonly startedAt: number;
  readonly id: string;
}

/** Calls that have ended, to be read. */
export interface CallHistoryStore {
  count(search: CallSearch): Promise<number>;
  /** By their time; with the total of the search. */
  page(
    search: CallSearch,
    page: { readonly ascending: boolean; readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly calls: readonly ListedCall[] }>;
  /** The next ones in the order of their time, after one that was read before. */
  after(
    search: CallSearch,
    from: {
      readonly last: { readonly id: number; readonly startedAt: number } | undefined;
      readonly ascending: boolean;
      readonly limit: number;
    },
  ): Promise<readonly ListedCall[]>;
  /** CDR-5, CDR-13: ids of the calls, those of the same length or number with the latest first, and how many there are. */
  ordered(
    search: CallSearch,
    order: CallOrder,
    page: { readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly ids: readonly number[] }>;
  /** In the order of their ids here. */
  listed(ids: readonly number[]): Promise<readonly ListedCall[]>;
  /** The same with all that is known of them. */
  byIds(ids: readonly number[]): Promise<readonly StoredCall[]>;
  /** Calls with recordings, some at a time; the same one may come again. Undefined `next`: these were the last. */
  recorded(
    search: CallSearch,
    narrowing: { readonly words: readonly string[]; readonly after: RecordingPlace | undefined },
  ): Promise<{ readonly calls: readonly StoredCall[]; readonly next: RecordingPlace | undefined }>;
  /** The latest of somebody's that were written after a record and began at `since` or later; the latest last. */
  diverted(of: {
    readonly userId: number;
    readonly after: number;
    readonly since: number;
    readonly limit: number;
  }): Promise<readonly DivertedRow[]>;
  /** Of the record that was written last; 0 where there is none. */
  lastId(): Promise<number>;
  byId(realm: string, id: number): Promise<StoredCall | undefined>;
  /** Calls that legs of it came from and went on to, itself with them, the first to begin first. */
  chainOf(realm: string, callId: string): Promise<readonly ListedCall[]>;
}
