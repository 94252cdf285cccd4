import type { SoundFiles } from "../../modules/sounds/index.ts";

/** Stores new sounds in one place; sounds stored in another place earlier are still found there (SOUND-43). */
export function withEarlierSounds(files: SoundFiles, earlier: SoundFiles): SoundFiles {
  return {
    keep: files.keep,
    read: async (id, range) => (await earlier.read(id, range)) ?? files.read(id, range),
    localPath: async (id) => (await earlier.localPath(id)) ?? files.localPath(id),
    remove: async (id) => {
      await earlier.remove(id);
      await files.remove(id);
    },
  };
}
