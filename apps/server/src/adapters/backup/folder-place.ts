import { createReadStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@callpanel/contract";
import { lockFolder } from "../sqlite/index.ts";
import { BACKUP_NAME, NAMES, OWNER_FOLDER, prefixOf, SHARED_SOUNDS } from "./backup.model.ts";
import type { BackupDraft, BackupPlace } from "./backup-place.ts";
import { namesIn, sizeOf, sumOf, syncFolder, writeWhole } from "./files.ts";

const UNFINISHED = ".unfinished-";

/** Back-ups as folders in a folder. */
export function folderPlace(folder: string): BackupPlace {
  const pathOf = (path: readonly string[]): string => join(folder, ...path);
  const soundPath = (id: string): string => pathOf([SHARED_SOUNDS, prefixOf(id), id]);

  const begin = async (wanted: string): Promise<BackupDraft> => {
    await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
    const present = await namesIn(folder);
    for (const name of present)
      if (name.startsWith(UNFINISHED)) await rm(pathOf([name]), { recursive: true, force: true });
    const name = freeName(wanted, present);
    const work = pathOf([`${UNFINISHED}${name}`]);
    await mkdir(join(work, NAMES.sounds), { recursive: true, mode: OWNER_FOLDER });
    return {
      name,
      folder: work,
      publish: async () => {
        await syncFolder(work);
        await rename(work, pathOf([name]));
        await syncFolder(folder);
      },
      drop: () => rm(work, { recursive: true, force: true }),
    };
  };

  return {
    alone: async (work) => {
      const release = lockFolder(folder, { alone: true });
      if (release === undefined) throw new AppError("backup.busy", { folder });
      try {
        return await work();
      } finally {
        release();
      }
    },
    names: async () => (await namesIn(folder)).filter((name) => BACKUP_NAME.test(name)).toSorted(),
    begin,
    remove: (name) => rm(pathOf([name]), { recursive: true }),
    read: async (path) => ((await sizeOf(pathOf(path))) === undefined ? undefined : createReadStream(pathOf(path))),
    namesIn: (path) => namesIn(pathOf(path)),
    withFile: async (path, work) => {
      const sum = await sumOf(pathOf(path));
      return sum === undefined ? undefined : work(pathOf(path), sum);
    },
    soundsWith: async (prefix) => {
      const sizes = new Map<string, number>();
      for (const id of await namesIn(pathOf([SHARED_SOUNDS, prefix]))) {
        const bytes = await sizeOf(pathOf([SHARED_SOUNDS, prefix, id]));
        if (bytes !== undefined) sizes.set(id, bytes);
      }
      return sizes;
    },
    keepSound: (id, content) => writeWhole(content, soundPath(id)),
    removeSound: (id) => rm(soundPath(id), { force: true }),
    mayRemoveSounds: async () => true,
  };
}

/** Of two in a second the later one has a number. */
export function freeName(name: string, present: readonly string[]): string {
  for (let serial = 1; ; serial += 1) {
    const one = serial === 1 ? name : `${name}-${serial}`;
    if (!present.includes(one)) return one;
  }
}
