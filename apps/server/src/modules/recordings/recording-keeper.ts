import type { CallRecording, PhoneEvent } from "@callpanel/phone-port";
import type { CutRecording } from "../calls/index.ts";
import type { Log } from "../../kernel/log.ts";
import type { RecordingSounds } from "./recording-sounds.ts";
import type { RecordingFiles } from "./recordings.files.ts";
import type { RecordingStore } from "./recordings.store.ts";

/** Keeps the store up with what is recorded. */
export interface RecordingKeeper {
  take(event: PhoneEvent): void;
  /** Waits for what is being written. */
  flush(): Promise<void>;
}

export function createRecordingKeeper(deps: {
  readonly store: RecordingStore;
  readonly files: Pick<RecordingFiles, "measure">;
  readonly sounds: RecordingSounds;
  readonly log: Log;
}): RecordingKeeper {
  const { store, files, sounds, log } = deps;
  let last = Promise.resolve();

  /** One after the other: a recording's end is not written before its beginning. */
  const write = (what: string, id: string, run: () => Promise<void>): void => {
    last = last.then(run).catch((error: unknown) => log.error(`${what} could not be written`, { id, err: error }));
  };

  const end = async ({ recording, sound }: PhoneEvent & { kind: "recordingEnded" }): Promise<void> => {
    const { marks, failure = null } = sound;
    // A worker that died could not say what it had written.
    const { durationMs, bytes } = (failure === null ? undefined : await files.measure(recording.id)) ?? sound;
    await store.end(recording.id, { durationMs, bytes, marks, failure });
    await sounds.soundOf(recording.id);
  };

  return {
    take: (event) => {
      if (event.kind === "recordingStarted") {
        const { call, recording } = event;
        const { id, by: startedBy, of, startedAt } = recording;
        const begun = { id, realm: call.realm, callId: call.id, userId: of.userId ?? null, startedBy, startedAt };
        write("a recording", id, () => store.begin(begun));
      }
      if (event.kind === "recordingEnded") write("a recording's end", event.recording.id, () => end(event));
      if (event.kind === "callEnded" && event.record.recordings.length > 0)
        write("a call's recordings", event.call.id, () =>
          store.attach(event.call.id, partsOf(event.record.recordings)),
        );
    },
    flush: () => last,
  };
}

const partsOf = (recordings: readonly CallRecording[]) =>
  recordings.map(({ id: recordingId, offsetMs, durationMs }) => ({ recordingId, offsetMs, durationMs }));

/** REC-32: recordings that a crash cut off get the length that is in their files; one without sound is of length 0. */
export async function adoptRecordings({
  store,
  files,
  sounds,
  log,
}: Parameters<typeof createRecordingKeeper>[0]): Promise<readonly CutRecording[]> {
  const cut: CutRecording[] = [];
  for (const { id, startedAt } of await store.unfinished()) {
    const { durationMs, bytes } = (await files.measure(id)) ?? { durationMs: 0, bytes: 0 };
    await store.end(id, { durationMs, bytes, marks: [], failure: "the server stopped" });
    // Where the store has no room the file stays, to be taken in when it is asked for (REC-35).
    await sounds
      .soundOf(id)
      .catch((error: unknown) => log.error("a recording could not be stored", { id, err: error }));
    cut.push({ id, startedAt, durationMs });
  }
  return cut;
}
