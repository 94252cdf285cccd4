import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@callpanel/contract";
import Database from "libsql";
import * as z from "zod/mini";
import {
  BACKUP_NAME,
  FORMAT,
  manifestSchema,
  NAMES,
  prefixOf,
  PRODUCT,
  SHARED_SOUNDS,
  SOUND_ID,
  type Manifest,
} from "./backup.model.ts";
import { isAbsent, linesOf, namesIn, sumOf } from "./files.ts";

export interface Listed {
  readonly name: string;
  /** Undefined: it cannot be read. */
  readonly manifest: Manifest | undefined;
}

/** The oldest first. */
export async function listBackups(folder: string): Promise<readonly Listed[]> {
  const names = (await namesIn(folder)).filter((name) => BACKUP_NAME.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, manifest: await readManifest(folder, name).catch(() => undefined) })),
  );
}

/** @throws AppError backup.foreign, backup.newer */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const parsed = await readJson(join(folder, name, NAMES.manifest));
  const header = z.safeParse(z.object({ product: z.string(), format: z.number() }), parsed);
  if (!BACKUP_NAME.test(name) || !header.success || header.data.product !== PRODUCT)
    throw new AppError("backup.foreign", { name });
  if (header.data.format > FORMAT) throw new AppError("backup.newer", { name });
  const manifest = z.safeParse(manifestSchema, parsed);
  if (!manifest.success) throw damaged(name, NAMES.manifest);
  return manifest.data;
}

async function readJson(path: string): Promise<unknown> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, "utf8"));
    return parsed;
  } catch (error) {
    if (error instanceof SyntaxError || isAbsent(error)) return undefined;
    throw error;
  }
}

const damaged = (name: string, what: string): AppError => new AppError("backup.damaged", { name, what });

/**
 * BACKUP-4: reads a back-up completely. `schemas`: the migrations that this version knows.
 *
 * @throws AppError backup.foreign, backup.newer, backup.damaged
 */
export async function checkBackup(
  folder: string,
  name: string,
  { schemas }: { readonly schemas: ReadonlySet<string> },
): Promise<Manifest> {
  const manifest = await readManifest(folder, name);
  if (!schemas.has(manifest.schema)) throw new AppError("backup.newer", { name });
  const database = join(folder, name, NAMES.database);
  const sum = await sumOf(database);
  if (sum?.sha256 !== manifest.database.sha256) throw damaged(name, NAMES.database);
  checkDatabase(database, name);
  if (manifest.hasKey && (await sumOf(join(folder, name, NAMES.key))) === undefined) throw damaged(name, NAMES.key);
  let count = 0;
  for await (const id of soundsOf(folder, name)) {
    if ((await sumOf(join(folder, SHARED_SOUNDS, prefixOf(id), id)))?.sha256 !== id) throw damaged(name, `sound ${id}`);
    count += 1;
  }
  if (count !== manifest.sounds.count) throw damaged(name, NAMES.sounds);
  return manifest;
}

function checkDatabase(path: string, name: string): void {
  try {
    const file = new Database(path, { readonly: true });
    try {
      const answer = JSON.stringify(file.prepare("pragma quick_check(1)").all());
      if (answer !== '[{"quick_check":"ok"}]') throw damaged(name, NAMES.database);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("backup.damaged", { name, what: NAMES.database }, { cause: error });
  }
}

/** Ids of the sounds of a back-up. */
export async function* soundsOf(folder: string, name: string): AsyncGenerator<string> {
  const lists = join(folder, name, NAMES.sounds);
  for (const prefix of (await namesIn(lists)).toSorted())
    for await (const id of linesOf(join(lists, prefix))) {
      if (!SOUND_ID.test(id)) throw damaged(name, NAMES.sounds);
      yield id;
    }
}
