import { appendFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import {
  backupName,
  FORMAT,
  NAMES,
  OWNER_FILE,
  OWNER_FOLDER,
  prefixOf,
  PRODUCT,
  SHARED_SOUNDS,
  SOUND_ID,
  type Manifest,
} from "./backup.model.ts";
import type { DatabasePlace } from "./database-place.ts";
import { copyWhole, namesIn, sizeOf, sumOf, syncFolder } from "./files.ts";

export interface TakeOrder {
  readonly database: DatabasePlace;
  readonly dataDir: string;
  readonly folder: string;
  readonly now: number;
}

export interface Taken {
  readonly name: string;
  readonly manifest: Manifest;
  /** Sounds that no earlier back-up had. */
  readonly copied: number;
}

const UNFINISHED = ".unfinished-";

/** BACKUP-1: takes a back-up into a folder. What a run that was killed left is removed by the next one. */
export async function takeBackup({ database: place, dataDir, folder, now }: TakeOrder): Promise<Taken> {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const present = await namesIn(folder);
  for (const name of present)
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
  const name = freeName(backupName(now), present);
  const work = join(folder, `${UNFINISHED}${name}`);
  await mkdir(join(work, NAMES.sounds), { recursive: true, mode: OWNER_FOLDER });
  try {
    const schema = await place.copyTo(join(work, NAMES.database));
    const database = await sumOf(join(work, NAMES.database));
    if (database === undefined) throw new Error("the copy of the database is not there");
    const sounds = await copySounds({ dataDir, folder, work });
    const hasKey = (await copyWhole(join(dataDir, NAMES.key), join(work, NAMES.key))) !== undefined;
    const { count, bytes, missing, copied } = sounds;
    const manifest: Manifest = {
      product: PRODUCT,
      format: FORMAT,
      takenAt: now,
      schema,
      database,
      sounds: { count, bytes, missing },
      hasKey,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(work, NAMES.manifest), text, { mode: OWNER_FILE, flush: true });
    await syncFolder(work);
    await rename(work, join(folder, name));
    await syncFolder(folder);
    return { name, manifest, copied };
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

function freeName(name: string, present: readonly string[]): string {
  for (let serial = 1; ; serial += 1) {
    const one = serial === 1 ? name : `${name}-${serial}`;
    if (!present.includes(one)) return one;
  }
}

/** BACKUP-2: the sounds that the copied database names. */
async function copySounds({ dataDir, folder, work }: SoundPlaces) {
  const total = { count: 0, bytes: 0, missing: 0, copied: 0 };
  const file = new Database(join(work, NAMES.database), { readonly: true });
  try {
    for (const row of file.prepare("select id, bytes from sounds order by id").iterate()) {
      const { id, bytes } = soundOf(row);
      const how = await copySound({ dataDir, folder }, { id, bytes });
      total[how === "missing" ? "missing" : "count"] += 1;
      if (how === "missing") continue;
      if (how === "copied") total.copied += 1;
      total.bytes += bytes;
      await appendFile(join(work, NAMES.sounds, prefixOf(id)), `${id}\n`, { mode: OWNER_FILE });
    }
  } finally {
    file.close();
  }
  return total;
}

interface SoundPlaces {
  readonly dataDir: string;
  readonly folder: string;
  readonly work: string;
}

async function copySound(
  { dataDir, folder }: Omit<SoundPlaces, "work">,
  { id, bytes }: { readonly id: string; readonly bytes: number },
): Promise<"present" | "copied" | "missing"> {
  const to = join(folder, SHARED_SOUNDS, prefixOf(id), id);
  if ((await sizeOf(to)) === bytes) return "present";
  const copy = await copyWhole(join(dataDir, "sounds", prefixOf(id), id), to);
  if (copy?.sha256 === id) return "copied";
  // Deleted since, or damaged: the back-up says how many.
  await rm(to, { force: true });
  return "missing";
}

function soundOf(row: unknown): { readonly id: string; readonly bytes: number } {
  const fields = typeof row === "object" && row !== null ? row : {};
  const id = "id" in fields && typeof fields.id === "string" && SOUND_ID.test(fields.id) ? fields.id : undefined;
  const bytes = "bytes" in fields ? Number(fields.bytes) : Number.NaN;
  if (id === undefined || Number.isNaN(bytes)) throw new Error("a row of sounds has an id and a size");
  return { id, bytes };
}
