import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RESTORED_KINDS } from "@callpanel/contract";
import * as z from "zod/mini";
import { NAMES, OWNER_FILE, OWNER_FOLDER, SHARED_SOUNDS } from "./backup.model.ts";
import { checkBackup } from "./check-backup.ts";
import { endSignIns } from "./end-sign-ins.ts";
import type { DatabasePlace } from "./database-place.ts";
import { isAbsent, moveIfThere, sizeOf, syncFolder } from "./files.ts";
import { REPLACED } from "./replaced.ts";
import { copyBackup, RESTORING, type RestoreOrder } from "./restore-backup.ts";
import { soundFolder } from "./sound-places.ts";
import { countRowsOf } from "./sqlite-place.ts";

const PREPARED = "prepared.json";
const ORDER = "switch.json";

const preparedSchema = z.object({
  name: z.string(),
  takenAt: z.number(),
  hasKey: z.boolean(),
  counts: z.array(z.object({ kind: z.enum(RESTORED_KINDS), now: z.number(), restored: z.number() })),
});
export type PreparedRestore = z.infer<typeof preparedSchema>;
const orderSchema = z.object({ name: z.string(), replaced: z.string().check(z.regex(/^[0-9TZ-]{1,40}$/)) });

/**
 * BACKUP-13: checks a back-up and puts it beside the data, while a server may run on them.
 *
 * @throws AppError backup.foreign, .newer, .damaged
 */
export async function prepareRestore(order: RestoreOrder): Promise<PreparedRestore> {
  const { database, dataDir, soundBucket, place, name, schemas, now } = order;
  const manifest = await checkBackup(place, name, { schemas });
  const staged = join(dataDir, RESTORING);
  await rm(staged, { recursive: true, force: true });
  const folder = join(staged, SHARED_SOUNDS);
  // What is in a bucket is not replaced: it gets what it does not have (BACKUP-8).
  await mkdir(soundBucket === undefined ? folder : staged, { recursive: true, mode: OWNER_FOLDER });
  try {
    const file = join(staged, NAMES.database);
    const sounds = soundBucket ?? soundFolder(folder);
    await copyBackup({ dataDir: staged, file, sounds, place, name, manifest });
    endSignIns(file, now);
    const [before, after] = [await database.countRows(), await countRowsOf(file)];
    const prepared: PreparedRestore = {
      name,
      takenAt: manifest.takenAt,
      hasKey: manifest.hasKey,
      counts: RESTORED_KINDS.map((kind) => ({ kind, now: before[kind], restored: after[kind] })),
    };
    await writeWhole(join(staged, PREPARED), prepared);
    await syncFolder(staged);
    return prepared;
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    throw error;
  }
}

/** Undefined: none is prepared. */
export const readPrepared = (dataDir: string): Promise<PreparedRestore | undefined> =>
  readAs(join(dataDir, RESTORING, PREPARED), preparedSchema);

export const dropPrepared = (dataDir: string): Promise<void> =>
  rm(join(dataDir, RESTORING), { recursive: true, force: true });

/** BACKUP-14: the next start of the server switches to what is prepared. */
export async function orderSwitch(dataDir: string, name: string, now: number): Promise<void> {
  const replaced = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  await writeWhole(join(dataDir, RESTORING, ORDER), { name, replaced });
  await syncFolder(join(dataDir, RESTORING));
}

export const isOrdered = async (dataDir: string): Promise<boolean> =>
  (await readAs(join(dataDir, RESTORING, ORDER), orderSchema)) !== undefined;

export interface Switched {
  readonly name: string;
  /** Where the data are that were replaced. */
  readonly replaced: string;
}

/**
 * BACKUP-14: switches to what is prepared, if that was ordered; no server may run. Each step is one rename, and may be
 * done again after a crash: the data folder has the old or the new of each, and the other one is kept.
 */
export async function switchPrepared(dataDir: string, database: DatabasePlace): Promise<Switched | undefined> {
  const staged = join(dataDir, RESTORING);
  const order = await readAs(join(staged, ORDER), orderSchema);
  if (order === undefined) return undefined;
  const replaced = join(dataDir, REPLACED, order.replaced);
  await mkdir(replaced, { recursive: true, mode: OWNER_FOLDER });
  // The database may refuse: nothing else has been moved then.
  await database.replace(join(staged, NAMES.database), join(replaced, NAMES.database));
  for (const name of [NAMES.key, SHARED_SOUNDS]) {
    if ((await sizeOf(join(staged, name))) === undefined) continue;
    await moveIfThere(join(dataDir, name), join(replaced, name));
    await rename(join(staged, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(staged, { recursive: true });
  return { name: order.name, replaced };
}

/** BACKUP-14: the order of a switch that failed; the prepared one stays. */
export const dropOrder = (dataDir: string): Promise<void> => rm(join(dataDir, RESTORING, ORDER), { force: true });

/** BACKUP-14: back to what was replaced; no server may run. */
export async function undoSwitch(dataDir: string, database: DatabasePlace, { replaced }: Switched): Promise<void> {
  for (const name of [NAMES.key, SHARED_SOUNDS]) {
    if ((await sizeOf(join(replaced, name))) === undefined) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
    await rename(join(replaced, name), join(dataDir, name));
  }
  await database.putBack(join(replaced, NAMES.database));
  await syncFolder(dataDir);
}

async function writeWhole(path: string, value: object): Promise<void> {
  await writeFile(`${path}.part`, `${JSON.stringify(value)}\n`, { mode: OWNER_FILE, flush: true });
  await rename(`${path}.part`, path);
}

async function readAs<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(path, "utf8"));
    return z.safeParse(schema, read).data;
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
