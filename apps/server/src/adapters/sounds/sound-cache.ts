import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import type { SoundId } from "../../kernel/files/sound-store.port.ts";

/** Local files of sounds that are stored elsewhere (SOUND-43). */
export interface SoundCache {
  /** Path of the local file, downloaded when it is missing; undefined when there is no such sound. */
  path(id: SoundId, fetch: () => Promise<AsyncIterable<Uint8Array> | undefined>): Promise<string | undefined>;
  remove(id: SoundId): Promise<void>;
}

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/** Emptied at the start. When it contains more than `mostBytes`, the least recently used files are removed. */
export async function openSoundCache(folder: string, mostBytes: number): Promise<SoundCache> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const inTurn = createKeyedQueue();

  const trim = async (keep: string): Promise<void> => {
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        return { path, bytes: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
      }),
    );
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files.toSorted((one, other) => one.usedAt - other.usedAt)) {
      if (bytes <= mostBytes) return;
      if (file.path === keep) continue;
      await rm(file.path, { force: true });
      bytes -= file.bytes;
    }
  };

  return {
    path: (id, fetch) =>
      inTurn(id, async () => {
        const place = join(folder, id);
        const now = new Date();
        const isThere = await utimes(place, now, now).then(
          () => true,
          () => false,
        );
        if (isThere) return place;
        const content = await fetch();
        if (content === undefined) return undefined;
        const coming = join(folder, `${randomUUID()}.part`);
        try {
          await pipeline(content, createWriteStream(coming, { mode: OWNER_FILE, flags: "wx" }));
          await rename(coming, place);
        } catch (error) {
          await rm(coming, { force: true });
          throw error;
        }
        await trim(place);
        return place;
      }),
    remove: (id) => rm(join(folder, id), { force: true }),
  };
}
