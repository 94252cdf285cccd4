import type { SoundId, SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { RecordingFiles } from "./recordings.files.ts";

/** Sounds of recordings, in the sound store. */
export interface RecordingSounds {
  /**
   * REC-35: the sound of a recording that has ended. A file that is still where it was recorded is moved into the store.
   * @returns undefined when it does not exist any more
   */
  soundOf(recordingId: string): Promise<SoundId | undefined>;
}

export function createRecordingSounds({
  sounds,
  files,
}: {
  readonly sounds: Pick<SoundStore, "take" | "heldBy">;
  readonly files: Pick<RecordingFiles, "find">;
}): RecordingSounds {
  const underWay = new Map<string, Promise<SoundId | undefined>>();

  const find = async (id: string): Promise<SoundId | undefined> => {
    const holder = { kind: "recording", id } as const;
    const [held] = await sounds.heldBy(holder);
    if (held !== undefined) return held.id;
    const path = await files.find(id);
    return path === undefined ? undefined : (await sounds.take(path, { type: "audio/ogg", holder })).id;
  };
  return {
    soundOf: (id) => {
      const finding = underWay.get(id) ?? find(id).finally(() => underWay.delete(id));
      underWay.set(id, finding);
      return finding;
    },
  };
}
