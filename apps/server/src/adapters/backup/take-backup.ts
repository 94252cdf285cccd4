import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { backupName, FORMAT, NAMES, OWNER_FILE, prefixOf, PRODUCT, SOUND_ID, type Manifest } from "./backup.model.ts";
import type { BackupPlace } from "./backup-place.ts";
import type { DatabasePlace } from "./database-place.ts";
import { copyWhole, isAbsent, sumOf, type Summed } from "./files.ts";
import type { SoundPlace } from "./sound-places.ts";

export interface TakeOrder {
  readonly database: DatabasePlace;
  readonly sounds: Pick<SoundPlace, "read">;
  readonly dataDir: string;
  readonly place: BackupPlace;
  readonly byHand: boolean;
  readonly now: number;
}

export interface Taken {
  readonly name: string;
  readonly manifest: Manifest;
  /** Sounds that no earlier back-up had. */
  readonly copied: number;
}

/** BACKUP-1: takes a back-up into a place. */
export async function takeBackup(order: TakeOrder): Promise<Taken> {
  const { database: from, sounds: source, dataDir, place, byHand, now } = order;
  const draft = await place.begin(backupName(now));
  const { name, folder } = draft;
  try {
    const schema = await from.copyTo(join(folder, NAMES.database));
    const database = await sumOf(join(folder, NAMES.database));
    if (database === undefined) throw new Error("the copy of the database is not there");
    const { count, bytes, missing, copied } = await copySounds({ source, place, folder });
    const key = await copyWhole(join(dataDir, NAMES.key), join(folder, NAMES.key));
    const manifest: Manifest = {
      product: PRODUCT,
      format: FORMAT,
      takenAt: now,
      schema,
      database,
      sounds: { count, bytes, missing },
      hasKey: key !== undefined,
      ...(key === undefined ? {} : { keySha256: key.sha256 }),
      ...(byHand ? { byHand } : {}),
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(folder, NAMES.manifest), text, { mode: OWNER_FILE, flush: true });
    await draft.publish();
    return { name, manifest, copied };
  } catch (error) {
    // What cannot be removed now is removed by the next run; why it failed matters more.
    await draft.drop().catch(() => undefined);
    throw error;
  }
}

interface SoundCopy {
  readonly source: Pick<SoundPlace, "read">;
  readonly place: BackupPlace;
  /** Where the back-up is put together. */
  readonly folder: string;
}

/** BACKUP-2: the sounds that the copied database names. */
async function copySounds({ source, place, folder }: SoundCopy) {
  const total = { count: 0, bytes: 0, missing: 0, copied: 0 };
  const file = new Database(join(folder, NAMES.database), { readonly: true });
  let kept: { readonly prefix: string; readonly sizes: ReadonlyMap<string, number> } | undefined;
  try {
    for (const row of file.prepare("select id, bytes from sounds order by id").iterate()) {
      const { id, bytes } = soundOf(row);
      const prefix = prefixOf(id);
      if (kept?.prefix !== prefix) kept = { prefix, sizes: await place.soundsWith(prefix) };
      if (kept.sizes.get(id) !== bytes) {
        if (!(await copySound({ source, place }, { id, bytes }))) {
          total.missing += 1;
          continue;
        }
        total.copied += 1;
      }
      total.count += 1;
      total.bytes += bytes;
      await appendFile(join(folder, NAMES.sounds, prefix), `${id}\n`, { mode: OWNER_FILE });
    }
  } finally {
    file.close();
  }
  return total;
}

interface SoundRow {
  readonly id: string;
  readonly bytes: number;
}

/** @returns false: it was deleted since, or is damaged; the back-up says how many */
async function copySound({ source, place }: Omit<SoundCopy, "folder">, { id, bytes }: SoundRow): Promise<boolean> {
  let sum: Summed | undefined;
  try {
    const content = await source.read(id);
    if (content === undefined) return false;
    sum = await place.keepSound(id, content, bytes);
  } catch (error) {
    if (!isAbsent(error) && !(error instanceof RangeError)) throw error;
  }
  if (sum?.sha256 === id) return true;
  await place.removeSound(id);
  return false;
}

function soundOf(row: unknown): SoundRow {
  const fields = typeof row === "object" && row !== null ? row : {};
  const id = "id" in fields && typeof fields.id === "string" && SOUND_ID.test(fields.id) ? fields.id : undefined;
  const bytes = "bytes" in fields ? Number(fields.bytes) : Number.NaN;
  if (id === undefined || Number.isNaN(bytes)) throw new Error("a row of sounds has an id and a size");
  return { id, bytes };
}
