import type { RecordedSound } from "@callpanel/media";
import type { CallRecording, PhoneEvent } from "@callpanel/phone-port";
import { EARLIER_VERSION } from "../../kernel/jobs/lease.ts";
import type { Log } from "../../kernel/log.ts";
import type { RecordingSounds } from "./recording-sounds.ts";
import type { RecordingFiles } from "./recordings.files.ts";
import type { RecordingChapter } from "../call-history/index.ts";
import type { RecordingStore } from "./recordings.store.ts";

/** Stores recordings as they begin and end. */
export interface RecordingJournal {
  take(event: PhoneEvent): void;
  /** A recording of a meeting has ended. */
  end(id: string, sound: RecordedSound, chapters: readonly RecordingChapter[]): void;
  /** Waits for pending writes. */
  flush(): Promise<void>;
}

interface Keeping {
  readonly store: RecordingStore;
  readonly files: Pick<RecordingFiles, "measure">;
  readonly sounds: RecordingSounds;
  readonly log: Log;
}

/** `owner`: owner of new recordings. */
export function createRecordingJournal(deps: Keeping & { readonly owner: () => string }): RecordingJournal {
  const { store, files, sounds, log } = deps;
  let last = Promise.resolve();

  /** One after the other: a recording's end must not be written before its start. */
  const write = (what: string, id: string, run: () => Promise<void>): void => {
    last = last.then(run).catch((error: unknown) => log.error(`${what} could not be written`, { id, err: error }));
  };

  const end: RecordingJournal["end"] = (id, sound, chapters) =>
    write("a recording's end", id, async () => {
      const { marks, failure = null } = sound;
      // A worker that died could not report what it had written.
      const { durationMs, bytes } = (failure === null ? undefined : await files.measure(id)) ?? sound;
      await store.end(id, { durationMs, bytes, marks: [...marks, ...chapters], failure });
      await sounds.soundOf(id);
    });

  return {
    take: (event) => {
      if (event.kind === "recordingStarted") {
        const { call, recording } = event;
        const { id, by: startedBy, of, startedAt, closed = false } = recording;
        const begun = {
          id,
          owner: deps.owner(),
          realm: call.realm,
          callId: call.id,
          userId: of.userId ?? null,
          startedBy,
          startedAt,
          isClosed: closed,
        };
        write("a recording", id, () => store.begin(begun));
      }
      if (event.kind === "recordingEnded") end(event.recording.id, event.sound, []);
      if (event.kind === "callEnded" && event.record.recordings.length > 0)
        write("a call's recordings", event.call.id, () =>
          store.attach(event.call.id, partsOf(event.record.recordings)),
        );
    },
    end,
    flush: () => last,
  };
}

const partsOf = (recordings: readonly CallRecording[]) =>
  recordings.map(({ id: recordingId, offsetMs, durationMs }) => ({ recordingId, offsetMs, durationMs }));

/**
 * REC-32: recordings that ended with their instance get the length of their files; 0 if there is no sound.
 * @returns how many
 */
export async function adoptRecordings(
  { store, files, sounds, log }: Keeping,
  { owner, alone }: { readonly owner: string; readonly alone: boolean },
): Promise<number> {
  let count = 0;
  for (const { id } of await store.unfinished(owner)) {
    const measured = await files.measure(id);
    // A version without leases did not store in whose folder it recorded.
    if (measured === undefined && owner === EARLIER_VERSION && !alone) continue;
    const { durationMs, bytes } = measured ?? { durationMs: 0, bytes: 0 };
    await store.end(id, { durationMs, bytes, marks: [], failure: "the server stopped" });
    // If the store has no space, the file stays, and is moved when the recording is requested (REC-35).
    await sounds
      .soundOf(id)
      .catch((error: unknown) => log.error("a recording could not be stored", { id, err: error }));
    count += 1;
  }
  return count;
}
