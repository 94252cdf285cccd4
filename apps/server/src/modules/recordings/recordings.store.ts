import type { RecordingMark } from "@callpanel/media";
import type { RecordingChapter } from "../call-history/index.ts";

/** A new recording. Times in milliseconds since the epoch. */
export interface BegunRecording {
  readonly id: string;
  /** Id of the instance that records it. */
  readonly owner: string;
  readonly realm: string;
  readonly callId: string;
  /** The person on the recorded side; null for an outside party. */
  readonly userId: number | null;
  /** SIP username of the person who started it. */
  readonly startedBy: string;
  readonly startedAt: number;
  /** CONF-35: people of that call may not hear it; default: they may. */
  readonly isClosed?: boolean;
}

export interface EndedRecording {
  readonly durationMs: number;
  readonly bytes: number;
  /** Pauses, and the chapters of a meeting. */
  readonly marks: readonly (RecordingMark | RecordingChapter)[];
  /** The reason when it ended before it was stopped. */
  readonly failure: string | null;
}

export interface RecordingTimes {
  readonly id: string;
  readonly startedAt: number;
  readonly durationMs: number | null;
}

/** The recordings of one call, and the people who were in it. */
export interface RecordedCall {
  readonly userIds: readonly number[];
  /** Recordings that have ended, in the order in which they began. */
  readonly recordings: readonly {
    readonly id: string;
    readonly durationMs: number;
    readonly bytes: number;
    /** The people may not hear it. */
    readonly isClosed: boolean;
  }[];
}

/** The list of recordings; their sound is in files. */
export interface RecordingStore {
  begin(recording: BegunRecording): Promise<void>;
  end(id: string, ended: EndedRecording): Promise<void>;
  /** Adds the parts of recordings that belong to a call; idempotent. */
  attach(
    callId: string,
    parts: readonly { readonly recordingId: string; readonly offsetMs: number; readonly durationMs: number }[],
  ): Promise<void>;
  /** Recordings of an instance that have not ended. */
  unfinished(owner: string): Promise<ReadonlyArray<{ readonly id: string; readonly startedAt: number }>>;
  /** Times of the existing ones; `durationMs` is null while it is unknown. */
  times(ids: readonly string[]): Promise<ReadonlyArray<RecordingTimes>>;
  /** Recordings that have ended and began before then, oldest first. */
  endedBefore(at: number, limit: number): Promise<readonly string[]>;
  /** Removes recordings, and their parts of calls. */
  remove(ids: readonly string[]): Promise<void>;
  /** `id`: the number of a call record, or a call's own id. Undefined when the call has no recording. */
  ofCall(realm: string, id: string): Promise<RecordedCall | undefined>;
}
