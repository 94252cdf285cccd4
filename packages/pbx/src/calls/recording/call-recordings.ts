/** Which recordings a call has had, and which part of each is its own: a recorded leg may come and go. */
import type { RecordedSound } from "@callpanel/media";
import type { CallRecording, Clock } from "@callpanel/phone-port";
import type { RunningRecording } from "./leg-recorder.ts";

export interface CallRecordings {
  /** A recording begins here, or comes with its leg. */
  begin(recording: RunningRecording): void;
  /** It goes on elsewhere, or has been stopped. */
  end(recording: RunningRecording): void;
  /** The call's end is the end of its part in all of them; waits for the files of those that are over. */
  settle(): Promise<readonly CallRecording[]>;
}

interface Part {
  readonly recording: RunningRecording;
  readonly from: number;
  readonly to: number | undefined;
}

/** A file takes less to be closed. */
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
  if (recording.running) return Promise.resolve(undefined); // it goes on in another call
  return new Promise((resolve) => {
    const stop = clock.setTimeout(() => resolve(undefined), CLOSE_LIMIT_MS);
    void recording.ended.then((sound) => {
      stop();
      resolve(sound);
    });
  });
}
