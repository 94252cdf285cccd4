import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AppError } from "@callpanel/contract";
import { mapAtOnce } from "../../kernel/concurrency/map-at-once.ts";
import type { S3Bucket, S3Object } from "../s3/index.ts";
import { lockFolder } from "../sqlite/index.ts";
import { BACKUP_NAME, NAMES, OWNER_FOLDER, prefixOf, READ_AT_ONCE, SHARED_SOUNDS } from "./backup.model.ts";
import type { BackupDraft, BackupPath, BackupPlace } from "./backup-place.ts";
import { counting, sizeOf, writeWhole } from "./files.ts";
import { freeName } from "./folder-place.ts";

export interface BucketPlaceDeps {
  readonly bucket: S3Bucket;
  /** How people know it. */
  readonly label: string;
  /** A folder of this machine for what is put together or checked. */
  readonly work: string;
  readonly now: () => number;
}

/** Objects that say that a server is putting a back-up together. */
const UNFINISHED = "unfinished/";
/** Longer than one takes: what is older was left by a process that was killed. */
const LEFT_MS = 2 * 86_400_000;
const PART = "part-";

/**
 * BACKUP-21: back-ups as objects of a bucket, in the layout of a folder. The description is sent last: only what has one
 * is a back-up.
 */
export function bucketPlace({ bucket, label, work, now }: BucketPlaceDeps): BackupPlace {
  const keyOf = (path: BackupPath): string => path.join("/");
  const soundKey = (id: string): string => keyOf([SHARED_SOUNDS, prefixOf(id), id]);
  const { manifestOf, forget } = keptManifests(bucket);

  const begun = async (): Promise<readonly string[]> => {
    const names: string[] = [];
    for await (const one of bucket.list("", { folders: true }))
      if ("folder" in one && BACKUP_NAME.test(one.folder)) names.push(one.folder);
    return names.toSorted();
  };
  const unfinished = async (): Promise<readonly S3Object[]> => {
    const marks: S3Object[] = [];
    for await (const one of bucket.list(UNFINISHED)) if ("key" in one) marks.push(one);
    return marks;
  };
  /** The description first: what is cut off here is no back-up. */
  const removeAll = async (name: string): Promise<void> => {
    forget(name);
    await bucket.remove(keyOf([name, NAMES.manifest]));
    for await (const one of bucket.list(`${name}/`)) if ("key" in one) await bucket.remove(one.key);
  };
  const removeLeft = async (): Promise<void> => {
    const before = now() - LEFT_MS;
    const fresh = new Set<string>();
    for (const { key, changedAt } of await unfinished()) {
      if (changedAt < before) await bucket.remove(key);
      else fresh.add(key.slice(UNFINISHED.length));
    }
    for (const name of await begun())
      if (!fresh.has(name) && (await manifestOf(name)) === undefined) await removeAll(name);
    // Not every store lists them.
    await bucket.dropUploads(before).catch(() => undefined);
  };

  const temporary = async (): Promise<string> => {
    await mkdir(work, { recursive: true, mode: OWNER_FOLDER });
    return mkdtemp(join(work, PART));
  };

  const begin = async (wanted: string): Promise<BackupDraft> => {
    await removeLeft();
    const name = freeName(wanted, await begun());
    const mark = `${UNFINISHED}${name}`;
    await bucket.upload(mark, only(), 0);
    const folder = await temporary();
    await mkdir(join(folder, NAMES.sounds), { recursive: true, mode: OWNER_FOLDER });
    return {
      name,
      folder,
      publish: async () => {
        const files = (await filesBelow(folder)).filter((path) => path !== NAMES.manifest);
        for (const path of [...files, NAMES.manifest]) {
          const file = join(folder, ...path.split("/"));
          await bucket.upload(keyOf([name, path]), createReadStream(file), (await sizeOf(file)) ?? 0);
        }
        await bucket.remove(mark);
        await rm(folder, { recursive: true, force: true });
      },
      drop: async () => {
        await rm(folder, { recursive: true, force: true });
        await removeAll(name);
        await bucket.remove(mark);
      },
    };
  };

  return {
    alone: async (run) => {
      await mkdir(work, { recursive: true, mode: OWNER_FOLDER });
      const release = lockFolder(work, { alone: true });
      if (release === undefined) throw new AppError("backup.busy", { folder: label });
      try {
        for (const name of await readdir(work))
          if (name.startsWith(PART)) await rm(join(work, name), { recursive: true, force: true });
        return await run();
      } finally {
        release();
      }
    },
    names: async () => {
      const names = await begun();
      const found = await mapAtOnce(names, READ_AT_ONCE, manifestOf);
      return names.filter((_name, at) => found[at] !== undefined);
    },
    begin,
    remove: removeAll,
    read: async (path) => {
      const [name = "", file] = path;
      if (file !== NAMES.manifest) return bucket.get(keyOf(path));
      const bytes = await manifestOf(name);
      return bytes === undefined ? undefined : only(bytes);
    },
    namesIn: async (path) => {
      const start = `${keyOf(path)}/`;
      const names: string[] = [];
      for await (const one of bucket.list(start, { folders: true }))
        names.push(("key" in one ? one.key : one.folder).slice(start.length));
      return names;
    },
    withFile: async (path, run) => {
      const content = await bucket.get(keyOf(path));
      if (content === undefined) return undefined;
      const folder = await temporary();
      try {
        const file = join(folder, "file");
        return await run(file, await writeWhole(content, file));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    soundsWith: async (prefix) => {
      const start = `${SHARED_SOUNDS}/${prefix}/`;
      const sizes = new Map<string, number>();
      for await (const one of bucket.list(start)) if ("key" in one) sizes.set(one.key.slice(start.length), one.bytes);
      return sizes;
    },
    keepSound: async (id, content, bytes) => {
      const counted = counting(content);
      await bucket.upload(soundKey(id), counted.content, bytes);
      return counted.sum();
    },
    removeSound: (id) => bucket.remove(soundKey(id)),
    mayRemoveSounds: async () => (await unfinished()).length === 0,
  };
}

/** Descriptions never change, and the page asks for them each time. */
function keptManifests(bucket: Pick<S3Bucket, "get">) {
  const kept = new Map<string, Uint8Array>();
  return {
    manifestOf: async (name: string): Promise<Uint8Array | undefined> => {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const content = await bucket.get(`${name}/${NAMES.manifest}`);
      if (content === undefined) return undefined;
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      const bytes = Buffer.concat(parts);
      kept.set(name, bytes);
      return bytes;
    },
    forget: (name: string) => void kept.delete(name),
  };
}

async function* only(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** With `/` between names. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}
