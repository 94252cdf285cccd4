import type { RecordingMark } from "@callpanel/media";

/** A recording as it begins. Times in milliseconds since the epoch. */
export interface BegunRecording {
  readonly id: string;
  /** The instance that records it. */
  readonly owner: string;
  readonly realm: string;
  readonly callId: string;
  /** Whose side is recorded; null for nobody of the realm. */
  readonly userId: number | null;
  /** SIP username of whoever asked for it. */
  readonly startedBy: string;
  readonly startedAt: number;
}

export interface EndedRecording {
  readonly durationMs: number;
  readonly bytes: number;
  readonly marks: readonly RecordingMark[];
  /** Why it ended before it was stopped. */
  readonly failure: string | null;
}

export interface RecordingTimes {
  readonly id: string;
  readonly startedAt: number;
  readonly durationMs: number | null;
}

/** What was recorded of one call, and who may hear it for having been in it. */
export interface RecordedCall {
  readonly userIds: readonly number[];
  /** Those that have ended, in the order in which they began. */
  readonly recordings: readonly { readonly id: string; readonly durationMs: number; readonly bytes: number }[];
}

/** Which recordings there are; their sound lies in files. */
export interface RecordingStore {
  begin(recording: BegunRecording): Promise<void>;
  end(id: string, ended: EndedRecording): Promise<void>;
  /** The parts of recordings that belong to a call; the same ones again change nothing. */
  attach(
    callId: string,
    parts: readonly { readonly recordingId: string; readonly offsetMs: number; readonly durationMs: number }[],
  ): Promise<void>;
  /** Those of an instance that have not ended. */
  unfinished(owner: string): Promise<ReadonlyArray<{ readonly id: string; readonly startedAt: number }>>;
  /** Of those there are; `durationMs` is null while it is not known. */
  times(ids: readonly string[]): Promise<ReadonlyArray<RecordingTimes>>;
  /** Those that have ended and began before then, the oldest first. */
  endedBefore(at: number, limit: number): Promise<readonly string[]>;
  /** Forgets recordings, and what they were parts of. */
  remove(ids: readonly string[]): Promise<void>;
  /** `id`: the number of a call record, or a call's own id. Undefined when nothing was recorded of it. */
  ofCall(realm: string, id: string): Promise<RecordedCall | undefined>;
}
