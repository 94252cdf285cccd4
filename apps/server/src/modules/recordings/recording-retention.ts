import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { RetentionRule } from "../../kernel/jobs/retention.ts";
import type { RecordingSounds } from "./recording-sounds.ts";
import type { RecordingStore } from "./recordings.store.ts";

const AT_ONCE = 100;

/** REC-36: removes expired recordings. The sound is removed first: a row without it gives "not found". */
export function recordingRetention({
  days,
  store,
  sounds,
  recordingSounds,
}: {
  readonly days: number | undefined;
  readonly store: Pick<RecordingStore, "endedBefore" | "remove">;
  readonly sounds: Pick<SoundStore, "release">;
  readonly recordingSounds: RecordingSounds;
}): RetentionRule {
  return {
    name: "recordings",
    days,
    removeBefore: async (at) => {
      const ids = await store.endedBefore(at, AT_ONCE);
      for (const id of ids) {
        await recordingSounds.soundOf(id); // moves a file that is still where it was recorded, so that it is removed too
        await sounds.release({ kind: "recording", id });
      }
      await store.remove(ids);
      return ids.length;
    },
  };
}
