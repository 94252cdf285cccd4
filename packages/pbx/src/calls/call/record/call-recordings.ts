/** Which recordings a call has, and which part of each belongs to the call: a recorded leg may come and go. */
import type { RecordedSound } from "@callpanel/media";
import type { CallRecording, Clock } from "@callpanel/phone-port";
import type { RunningRecording } from "../../leg/leg-recorder.ts";

export interface CallRecordings {
  /** A recording starts here, or its leg joins. */
  begin(recording: RunningRecording): void;
  /** The recording continues in another call, or has been stopped. */
  end(recording: RunningRecording): void;
  /** Ends the call's part in all recordings; waits for the files of those that are over. */
  settle(): Promise<readonly CallRecording[]>;
}

interface Part {
  readonly recording: RunningRecording;
  readonly from: number;
  readonly to: number | undefined;
}

/** Closing a file takes less. */
const CLOSE_LIMIT_MS = 1_000;

export function createCallRecordings(clock: Clock): CallRecordings {
  let parts: readonly Part[] = [];

  const end = (recording: RunningRecording): void => {
    parts = parts.map((part) =>
      part.recording === recording && part.to === undefined ? { ...part, to: clock.now() } : part,
    );
  };

  return {
    begin: (recording) => {
      if (parts.some((part) => part.recording === recording && part.to === undefined)) return;
      parts = [...parts, { recording, from: clock.now(), to: undefined }];
    },
    end,
    settle: async () => {
      for (const { recording } of parts) end(recording);
      return Promise.all(parts.map(async (part) => partOf(part, clock.now(), await closed(part.recording, clock))));
    },
  };
}

function partOf({ recording, from, to }: Part, now: number, sound: RecordedSound | undefined): CallRecording {
  const { id, by, of, startedAt } = recording;
  const offsetMs = from - startedAt;
  const wholeMs = sound?.durationMs ?? now - startedAt;
  return {
    id,
    by,
    of,
    startedAt: from,
    offsetMs,
    durationMs: Math.max(0, Math.min((to ?? now) - from, wholeMs - offsetMs)),
    marks: (sound?.marks ?? []).filter(
      (mark) => mark.offsetMs + mark.durationMs > offsetMs && mark.offsetMs < offsetMs + ((to ?? now) - from),
    ),
  };
}

function closed(recording: RunningRecording, clock: Clock): Promise<RecordedSound | undefined> {
  if (recording.running) return Promise.resolve(undefined); // it continues in another call
  return new Promise((resolve) => {
    const stop = clock.setTimeout(() => resolve(undefined), CLOSE_LIMIT_MS);
    void recording.ended.then((sound) => {
      stop();
      resolve(sound);
    });
  });
}
