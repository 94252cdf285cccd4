import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { AppError } from "@callpanel/contract";
import { recordedMs } from "@callpanel/media";
import type {
  NewSound,
  SoundHolder,
  SoundFormat,
  SoundId,
  SoundStore,
  SoundType,
  StoredSound,
} from "../../kernel/files/sound-store.port.ts";
import type { Lease } from "../../kernel/jobs/lease.ts";
import { removeFolderOf, type Leftovers } from "../../kernel/jobs/leftovers.ts";
import type { Log } from "../../kernel/log.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import type { ConvertSound } from "./convert-sound.port.ts";
import { isFull, type SoundFiles } from "./sound-files.port.ts";
import type { SoundIndex } from "./sound-index.port.ts";

export interface SoundStoreDeps {
  readonly files: SoundFiles;
  readonly index: SoundIndex;
  /** While true no file is removed: a sound without holders stays until the next start. */
  readonly keepsFiles?: () => Promise<boolean>;
  readonly convert: ConvertSound;
  /** Local folder for files that are being stored, with a subfolder for each instance. */
  readonly incoming: string;
  readonly lease: Pick<Lease, "id">;
  readonly leftovers: Pick<Leftovers, "inFolder" | "inDatabase">;
  readonly log: Log;
}

/** Larger than the largest Ogg page. */
const END_BYTES = 131_072;
/** The longest upload, and the longest sound that can be converted. */
const UPLOAD_MS = 3_600_000;
const LONGEST_MS = 12 * 3_600_000;
const TYPE_OF: { readonly [F in SoundFormat]: SoundType } = { ogg: "audio/ogg", mp3: "audio/mpeg", wav: "audio/wav" };
const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/** The sound store, made of files and their index. */
export async function openSoundStore(deps: SoundStoreDeps): Promise<SoundStore> {
  const { files, index, convert, lease, log } = deps;
  const incoming = join(deps.incoming, lease.id);
  await mkdir(incoming, { recursive: true, mode: OWNER_FOLDER });
  const inTurn = createKeyedQueue();

  /** SOUND-6: a sound must not be removed while it is being stored again, by this server (queue) or another one (claim). */
  const keep = (path: string, stored: StoredSound, holder: SoundHolder): Promise<void> =>
    inTurn(stored.id, async () => {
      for (let isAdded = false; !isAdded;) {
        const name = randomUUID();
        await index.claim(stored.id, { name, owner: lease.id });
        try {
          await files.keep(path, stored.id, stored.type);
          isAdded = await index.add(stored, holder, name);
        } catch (error) {
          await index.giveUp(name).catch((failure: unknown) => {
            log.warn("the claim of a sound could not be released", { sound: stored.id, err: failure });
          });
          throw error;
        }
      }
    });
  const take = async (path: string, sound: NewSound): Promise<StoredSound> => {
    const { id, bytes } = await digestOf(path);
    const durationMs = sound.durationMs ?? (await oggDurationMs(path, bytes));
    const stored = { id, type: sound.type, bytes, durationMs };
    await keep(path, stored, sound.holder);
    // SOUND-3: not earlier. After a crash before this, the file can be stored again.
    await rm(path, { force: true });
    return stored;
  };
  /** Removes converted copies first, so that none is left when the server stops in between. */
  const drop = async (id: SoundId): Promise<void> => {
    await release({ kind: "derived", id });
    if ((await deps.keepsFiles?.()) === true) return;
    await inTurn(id, () => index.forget(id, () => files.remove(id)));
  };
  const release: SoundStore["release"] = async (holder, id) => {
    for (const free of await index.release(holder, id)) await drop(free);
  };

  /** Temporary files for an upload, removed at the end. */
  const withFiles = async <T>(run: (source: string, target: string) => Promise<T>): Promise<T> => {
    const [source, target] = [join(incoming, randomUUID()), join(incoming, randomUUID())];
    try {
      return await run(source, target);
    } catch (error) {
      return refuseWhenFull(error);
    } finally {
      await Promise.all([rm(source, { force: true }), rm(target, { force: true })]);
    }
  };
  const make = (sound: StoredSound, format: SoundFormat) =>
    withFiles(async (_, target) => {
      const source = await noted(sound.id, await files.localPath(sound.id));
      if (source === undefined) return undefined;
      const { durationMs } = await convert({
        source,
        target,
        format,
        accepts: ["ogg", "mp3", "wav"],
        mostMs: LONGEST_MS,
      });
      return take(target, { type: TYPE_OF[format], durationMs, holder: { kind: "derived", id: sound.id } });
    });

  /** SOUND-8: logs a sound that is in the index but not in the files. */
  const noted = async <T>(id: SoundId, file: T | undefined): Promise<T | undefined> => {
    if (file === undefined && (await index.find(id)) !== undefined)
      log.error("the file of a sound is missing", { sound: id });
    return file;
  };

  // SOUND-6: sounds without holders, from a crash between the release and the removal of the file.
  const dropUnheld = async (): Promise<void> => {
    for (const id of await index.unheld()) await drop(id);
  };
  await dropUnheld();
  deps.leftovers.inFolder((owner) => removeFolderOf(deps.incoming, owner));
  deps.leftovers.inDatabase(async (owner) => {
    await index.giveUpOf(owner);
    await dropUnheld();
  });

  return {
    take: (path, sound) => take(path, sound).catch(refuseWhenFull),
    takeUpload: (upload, { accepts, mostMs = UPLOAD_MS, holder }) =>
      withFiles(async (place, target) => {
        const source = upload instanceof Uint8Array ? place : upload.path;
        if (upload instanceof Uint8Array) await writeFile(place, upload, { mode: OWNER_FILE, flag: "wx" });
        const { durationMs } = await convert({ source, target, format: "ogg", accepts, mostMs });
        return take(target, { type: "audio/ogg", durationMs, holder });
      }),
    inFormat: (id, format) =>
      // SOUND-12: converted once, also with parallel requests.
      inTurn(`${id}.${format}`, async () => {
        const sound = await index.find(id);
        if (sound === undefined || sound.type === TYPE_OF[format]) return sound;
        const made = await index.heldBy({ kind: "derived", id });
        return made.find(({ type }) => type === TYPE_OF[format]) ?? make(sound, format);
      }),
    put: (bytes, sound) =>
      withFiles(async (path) => {
        const parts = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes;
        await pipeline(parts, createWriteStream(path, { mode: OWNER_FILE, flags: "wx" }));
        return take(path, sound);
      }),
    scratch: (run) => withFiles(run),
    find: (id) => index.find(id),
    heldBy: (holder) => index.heldBy(holder),
    read: async (id, range) => noted(id, await files.read(id, range)),
    localPath: async (id) => noted(id, await files.localPath(id)),
    hold: (id, holder) => index.hold(id, holder),
    release,
    used: (account) => index.used(account),
  };
}

async function digestOf(path: string): Promise<{ readonly id: SoundId; readonly bytes: number }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { id: hash.digest("hex"), bytes: (await stat(path)).size };
}

async function oggDurationMs(path: string, bytes: number): Promise<number> {
  const file = await open(path, "r");
  try {
    const end = Buffer.alloc(Math.min(bytes, END_BYTES));
    await file.read(end, 0, end.length, bytes - end.length);
    return recordedMs(end) ?? 0;
  } finally {
    await file.close();
  }
}

function refuseWhenFull(error: unknown): never {
  throw isFull(error) ? new AppError("sounds.full", {}, { cause: error }) : error;
}
