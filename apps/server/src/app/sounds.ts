import { join } from "node:path";
import { openSoundFolder } from "../adapters/sounds/index.ts";
import type { SoundStore } from "../kernel/sound-store.port.ts";
import { openSoundStore } from "../modules/sounds/index.ts";
import type { Stores } from "./storage.ts";

/** The sound store that the settings name. */
export async function openSounds({
  dataDir,
  stores,
}: {
  dataDir: string;
  stores: Pick<Stores, "sounds">;
}): Promise<SoundStore> {
  const folder = join(dataDir, "sounds");
  const files = await openSoundFolder(folder);
  return openSoundStore({ files, index: stores.sounds, incoming: join(folder, "incoming") });
}
