import type { CallDestination, CallKindFilter, CallSortColumn } from "@callpanel/contract";
import type { CallDetailRecord, DivertedFrom } from "../calls/index.ts";

/** All calls of the realm, or the calls of these people. */
export type CallScope = "realm" | { readonly userIds: readonly number[] };

export interface CallSearch {
  readonly realm: string;
  readonly scope: CallScope;
  /** Milliseconds since the epoch; calls that began at `from` or later and before `until`. */
  readonly from: number;
  readonly until: number;
}

/** What needs a look at each call, so it is limited to the latest HISTORY_SORT_MAX calls. */
export interface CallNarrowing {
  /** Folded; each must occur in a number or a name. */
  readonly words: readonly string[];
  readonly kind: CallKindChoice | undefined;
}

/** As seen by the people of the search; of the whole company, by the viewer for their own calls. */
export interface CallKindChoice {
  readonly name: CallKindFilter;
  readonly viewerId: number;
}

/** An order that needs all calls in memory, so it is limited to the latest HISTORY_SORT_MAX calls. */
export interface CallOrder extends CallNarrowing {
  readonly sort: CallSortColumn;
  readonly ascending: boolean;
}

type Unlisted = "quality" | "endedBy" | "endReason" | "sipStatus" | "sentBy" | "listenedBy";

/** The part of a call that a list shows. */
export interface ListedCall extends Omit<
  CallDetailRecord,
  "forwarderIds" | "continues" | "destination" | "divertedFrom" | Unlisted
> {
  readonly divertedFrom: readonly DivertedFrom[];
  readonly id: number;
  readonly destination: CallDestination | null;
  /** True after a recording of it has ended. */
  readonly isRecorded: boolean;
  /** None of its recordings is for the people who were in it (CONF-35). */
  readonly isClosed: boolean;
}

export interface StoredCall extends ListedCall, Pick<CallDetailRecord, Unlisted> {
  /** Recordings that have ended, in the order in which they began. */
  readonly recordings: readonly StoredRecording[];
}

export interface StoredRecording {
  readonly id: string;
  /** It is not for the people of the call. */
  readonly isClosed: boolean;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly bytes: number;
  /** Of a meeting, in their order. */
  readonly chapters: readonly RecordingChapter[];
}

/** A person who came to a recorded meeting, or left it. */
export interface RecordingChapter {
  readonly offsetMs: number;
  readonly kind: "came" | "left";
  readonly name: string;
}

/** A call that did not ring at a person's phones because of their settings. */
export interface DivertedRow extends DivertedFrom {
  readonly callId: string;
  readonly startedAt: number;
}

/** How far recordings were read, by the time at which they began. */
export interface RecordingPlace {
  readonly startedAt: number;
  readonly id: string;
}

/** Reads calls that have ended. */
export interface CallHistoryStore {
  /** A page in order of time, with the total of the search. */
  page(
    search: CallSearch,
    page: { readonly ascending: boolean; readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly calls: readonly ListedCall[] }>;
  /** The next calls in order of time, after the given one. */
  after(
    search: CallSearch,
    from: {
      readonly last: { readonly id: number; readonly startedAt: number } | undefined;
      readonly ascending: boolean;
      readonly limit: number;
    },
  ): Promise<readonly ListedCall[]>;
  /**
   * CDR-5, CDR-13: ids of the calls, with the latest first among equals, and their total number. `isComplete` is false if the search
   * has more than HISTORY_SORT_MAX calls: only the latest were looked at.
   */
  ordered(
    search: CallSearch,
    order: CallOrder,
    page: { readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly ids: readonly number[]; readonly isComplete: boolean }>;
  /** In the order of `ids`. */
  listed(ids: readonly number[]): Promise<readonly ListedCall[]>;
  /** The same, with all fields. */
  byIds(ids: readonly number[]): Promise<readonly StoredCall[]>;
  /** A chunk of calls with recordings; a call may occur more than once. Undefined `next`: this was the last chunk. */
  recorded(
    search: CallSearch,
    narrowing: CallNarrowing & { readonly after: RecordingPlace | undefined },
  ): Promise<{ readonly calls: readonly StoredCall[]; readonly next: RecordingPlace | undefined }>;
  /** A person's latest diverted calls with a record after a given one, begun at `since` or later; oldest first. */
  diverted(of: {
    readonly userId: number;
    readonly after: number;
    readonly since: number;
    readonly limit: number;
  }): Promise<readonly DivertedRow[]>;
  /** Id of the latest record; 0 without any. */
  lastId(): Promise<number>;
  byId(realm: string, id: number): Promise<StoredCall | undefined>;
  /** Calls that are linked, directly or by others, as pairs: only if both are among these. */
  linked(callIds: readonly string[]): Promise<ReadonlyArray<ReadonlySet<string>>>;
  /** The calls from which its legs came and in which they continued, including itself, in order of their start. */
  chainOf(realm: string, callId: string): Promise<readonly ListedCall[]>;
}
