/**
 * Recordings of video meetings: the sound of all in one file, with who came and went (docs/spec/video-recording.md). One stands
 * in the history of the person who began it, as a call to the room, so that rights, players, archives and retention are those
 * of every recording.
 */
import type { InnerPort, MediaVoice } from "@callpanel/media";
import type { CallLedger, CallRecord, CallView, Party, RecordingFolder } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { RecordingChapter } from "../call-history/index.ts";
import type { RecordingJournal } from "./recording-journal.ts";

export interface MeetingRecording {
  /** From now on these are recorded. */
  hear(voices: readonly MediaVoice[]): void;
  mark(chapter: Pick<RecordingChapter, "kind" | "name">): void;
  stop(): void;
}

export interface MeetingRecordings {
  /** Undefined: this server does not record, or has no media. `lost`: it ended without a stop. */
  begin(wanted: {
    readonly realm: string;
    readonly room: { readonly number: string; readonly name: string };
    readonly by: Party;
    readonly username: string;
    readonly lost: () => void;
  }): MeetingRecording | undefined;
}

export interface MeetingRecordingsDeps {
  /** Absent: this server does not record. */
  readonly files: RecordingFolder | undefined;
  readonly openInner: () => InnerPort;
  readonly journal: Pick<RecordingJournal, "end" | "take">;
  /** Calls that a crash must not lose. */
  readonly openCalls: Pick<RecordingJournal, "take">;
  readonly ledger: CallLedger;
  /** Lower-case letters and digits. */
  readonly newId: () => string;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

export function createMeetingRecordings(deps: MeetingRecordingsDeps): MeetingRecordings {
  const { files, openInner, journal, openCalls, ledger, newId, clock, log } = deps;

  const open = (): InnerPort | undefined => {
    try {
      return openInner();
    } catch (error) {
      log.error("a meeting cannot be recorded", { err: error });
      return undefined;
    }
  };

  return {
    begin: ({ realm, room, by, username, lost }) => {
      const port = files === undefined ? undefined : open();
      if (files === undefined || port === undefined) return undefined;
      const [id, callId] = [newId(), `meeting-${newId()}`];
      const startedAt = clock.now();
      const sound = port.record({ path: files.pathOf(id) });
      const chapters: RecordingChapter[] = [];
      const call = callOf({ callId, realm, room, by, startedAt, recordingId: id });
      const started = { id, by: username, of: by, startedAt };
      const event = { kind: "recordingStarted", at: startedAt, call, legId: callId, recording: started } as const;
      journal.take(event);
      openCalls.take(event);
      log.info("a meeting is recorded", { recording: id, by: username });
      let isStopped = false;
      const finish = async (): Promise<void> => {
        const recorded = await sound.ended;
        port.close();
        if (recorded.failure !== undefined)
          log.error("a recording ended early", { recording: id, reason: recorded.failure });
        journal.end(id, recorded, chapters);
        const { durationMs } = recorded;
        const part = { ...started, offsetMs: 0, durationMs, marks: [] };
        const record = recordOf(call, { endedAt: clock.now(), recordings: [part] });
        journal.take({ kind: "callEnded", at: clock.now(), call, record });
        await ledger.callEnded(record);
        if (!isStopped) lost();
      };
      finish().catch((error: unknown) => log.error("the recording of a meeting could not be kept", { err: error }));
      return {
        hear: (voices) => port.hear({ kind: "mix", ports: voices }),
        mark: (chapter) => void chapters.push({ ...chapter, offsetMs: clock.now() - startedAt }),
        stop: () => {
          isStopped = true;
          sound.stop();
        },
      };
    },
  };
}

interface Recorded {
  readonly callId: string;
  readonly realm: string;
  readonly room: { readonly number: string; readonly name: string };
  readonly by: Party;
  readonly startedAt: number;
  readonly recordingId: string;
}

function callOf({ callId, realm, room, by, startedAt, recordingId }: Recorded): CallView {
  return {
    id: callId,
    realm,
    state: "answered",
    startedAt,
    answeredAt: startedAt,
    caller: by,
    callee: { ...room, kind: "videoRoom" },
    dialledNumber: room.number,
    direction: "internal",
    legs: [
      {
        id: callId,
        side: "caller",
        party: by,
        sipCallId: "",
        state: "answered",
        held: false,
        recording: "on",
        recordingId,
        detached: false,
      },
    ],
  };
}

function recordOf(
  { id, realm, startedAt, caller, callee, dialledNumber, direction }: CallView,
  ended: Pick<CallRecord, "endedAt" | "recordings">,
): CallRecord {
  return {
    ...ended,
    id,
    realm,
    startedAt,
    answeredAt: startedAt,
    from: caller,
    to: callee,
    dialledNumber,
    direction,
    disposition: "answered",
    failed: false,
    endedBy: "caller",
    endReason: "hangup",
    sipStatus: 200,
    quality: {},
    legIds: [id],
  };
}
