import { join } from "node:path";
import { createSoundConverter, openSoundFolder } from "../adapters/sounds/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { SoundStore } from "../kernel/sound-store.port.ts";
import type { StopList } from "../kernel/stop-list.ts";
import { openSoundStore } from "../modules/sounds/index.ts";
import type { Stores } from "./storage.ts";

export interface SoundsDeps {
  readonly dataDir: string;
  /** The bundled thread that converts. */
  readonly conversionUrl: URL;
  readonly stores: Pick<Stores, "sounds">;
  readonly clock: Clock;
  readonly stopList: StopList;
}

/** The sound store that the settings name. */
export async function openSounds({ dataDir, conversionUrl, stores, clock, stopList }: SoundsDeps): Promise<SoundStore> {
  const folder = join(dataDir, "sounds");
  const converter = createSoundConverter({ workerUrl: conversionUrl, clock });
  stopList.add(converter.stop);
  return openSoundStore({
    files: await openSoundFolder(folder),
    index: stores.sounds,
    convert: converter.convert,
    incoming: join(folder, "incoming"),
  });
}
