import { join } from "node:path";
import { AppError } from "@callpanel/contract";
import {
  createS3Sounds,
  createSoundConverter,
  openSoundCache,
  openSoundFolder,
  S3RefusalError,
  withEarlierSounds,
} from "../../adapters/sounds/index.ts";
import { readPrepared } from "../../adapters/backup/index.ts";
import type { S3Place } from "../../adapters/s3/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { Lease } from "../../kernel/jobs/lease.ts";
import { removeFolderOf, type Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { openSoundStore, type SoundFiles } from "../../modules/sounds/index.ts";
import { SettingsError } from "../config.ts";
import type { Stores } from "./storage.ts";

export interface SoundsDeps {
  readonly dataDir: string;
  readonly soundsPlace: S3Place | undefined;
  /** URL of the bundled thread that converts sounds. */
  readonly conversionUrl: URL;
  readonly stores: Pick<Stores, "sounds">;
  readonly lease: Pick<Lease, "id">;
  readonly leftovers: Pick<Leftovers, "inFolder" | "inDatabase">;
  readonly clock: Clock;
  readonly log: Log;
  readonly shutdown: Shutdown;
}

/** Opens the sound store of the settings. */
export async function openSounds(deps: SoundsDeps): Promise<SoundStore> {
  const { conversionUrl, dataDir, soundsPlace, stores, clock, shutdown } = deps;
  const folder = join(dataDir, "sounds");
  const converter = createSoundConverter({ workerUrl: conversionUrl, clock });
  shutdown.add(converter.stop);
  return openSoundStore({
    files: await openFiles(deps, folder),
    index: stores.sounds,
    // BACKUP-8: what is prepared counts on the sounds that the bucket had already.
    keepsFiles: async () => soundsPlace !== undefined && (await readPrepared(dataDir)) !== undefined,
    convert: converter.convert,
    incoming: join(folder, "incoming"),
    lease: deps.lease,
    leftovers: deps.leftovers,
    log: deps.log,
  });
}

const CACHE_BYTES = 1_073_741_824;

async function openFiles(
  { soundsPlace, lease, leftovers, clock, log }: SoundsDeps,
  folder: string,
): Promise<SoundFiles> {
  const here = await openSoundFolder(folder);
  if (soundsPlace === undefined) return here;
  const caches = join(folder, "cache");
  const cache = await openSoundCache(join(caches, lease.id), CACHE_BYTES);
  leftovers.inFolder((owner) => removeFolderOf(caches, owner));
  const there = createS3Sounds({ place: soundsPlace, cache, clock });
  try {
    await there.check();
  } catch (error) {
    if (error instanceof S3RefusalError) throw new SettingsError(`SOUNDS_URL cannot be used: ${error.message}`);
    if (!(error instanceof AppError)) throw error;
    // SOUND-42: telephones work without it.
    log.error("the sound store does not answer", { err: error.cause });
  }
  return withEarlierSounds(there, here);
}
