import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { AppError } from "@callpanel/contract";
import { recordedMs } from "@callpanel/pbx";
import type { NewSound, SoundId, SoundStore, StoredSound } from "../../kernel/sound-store.port.ts";
import { isFull, type SoundFiles } from "./sound-files.port.ts";
import type { SoundIndex } from "./sound-index.port.ts";

export interface SoundStoreDeps {
  readonly files: SoundFiles;
  readonly index: SoundIndex;
  /** Of our own, on this machine: what is on its way into the store. Emptied at the start. */
  readonly incoming: string;
}

/** More than the largest page of Ogg. */
const END_BYTES = 131_072;
const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/** The store of sound over files and the index of them. */
export async function openSoundStore({ files, index, incoming }: SoundStoreDeps): Promise<SoundStore> {
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: OWNER_FOLDER });
  const inTurn = createTurns();

  const take = async (path: string, sound: NewSound): Promise<StoredSound> => {
    const { id, bytes } = await digestOf(path);
    const durationMs = sound.durationMs ?? (await oggDurationMs(path, bytes));
    const stored = { id, type: sound.type, bytes, durationMs };
    // SOUND-6: a sound is not removed while it is being stored again.
    await inTurn(id, async () => {
      await files.move(path, id, sound.type);
      await index.add(stored, sound.holder);
    });
    return stored;
  };
  const drop = (id: SoundId): Promise<void> =>
    inTurn(id, async () => {
      if (await index.forget(id)) await files.remove(id);
    });

  const store: SoundStore = {
    take: (path, sound) => take(path, sound).catch(refuseWhenFull),
    put: async (bytes, sound) => {
      const path = join(incoming, randomUUID());
      try {
        const parts = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes;
        await pipeline(parts, createWriteStream(path, { mode: OWNER_FILE, flags: "wx" }));
        return await take(path, sound);
      } catch (error) {
        await rm(path, { force: true });
        return refuseWhenFull(error);
      }
    },
    find: (id) => index.find(id),
    heldBy: (holder) => index.heldBy(holder),
    read: (id, range) => files.read(id, range),
    localPath: (id) => files.localPath(id),
    hold: (id, holder) => index.hold(id, holder),
    release: async (holder, id) => {
      for (const free of await index.release(holder, id)) {
        await drop(free);
        await store.release({ kind: "derived", id: free });
      }
    },
    used: (account) => index.used(account),
  };
  // SOUND-6: what a crash left between a holder's end and the file's.
  for (const id of await index.unheld()) await drop(id);
  return store;
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

/** One after the other for each sound. */
function createTurns(): <T>(id: SoundId, run: () => Promise<T>) => Promise<T> {
  const last = new Map<SoundId, Promise<unknown>>();
  return async (id, run) => {
    const turn = (last.get(id) ?? Promise.resolve()).then(run);
    const settled = turn.catch(() => undefined);
    last.set(id, settled);
    try {
      return await turn;
    } finally {
      if (last.get(id) === settled) last.delete(id);
    }
  };
}
