import { text } from "node:stream/consumers";
import { AppError, type Subject } from "@callpanel/contract";
import Database from "libsql";
import * as z from "zod/mini";
import { mapAtOnce } from "../../kernel/concurrency/map-at-once.ts";
import {
  BACKUP_NAME,
  FORMAT,
  manifestSchema,
  NAMES,
  prefixOf,
  PRODUCT,
  READ_AT_ONCE,
  SHARED_SOUNDS,
  SOUND_ID,
  type Manifest,
} from "./backup.model.ts";
import type { BackupPath, BackupPlace } from "./backup-place.ts";
import { linesOf, sumOfContent, type Summed } from "./files.ts";

export interface Listed {
  readonly name: string;
  /** Undefined: it cannot be read. */
  readonly manifest: Manifest | undefined;
}

/** The oldest first. */
export async function listBackups(place: BackupPlace): Promise<readonly Listed[]> {
  return mapAtOnce(await place.names(), READ_AT_ONCE, async (name) => ({
    name,
    manifest: await readManifest(place, name).catch(() => undefined),
  }));
}

/** @throws AppError backup.foreign, backup.newer */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  if (!BACKUP_NAME.test(name)) throw new AppError("backup.foreign", { name });
  const parsed = await readJson(place, [name, NAMES.manifest]);
  const header = z.safeParse(z.object({ product: z.string(), format: z.number() }), parsed);
  if (!header.success || header.data.product !== PRODUCT) throw new AppError("backup.foreign", { name });
  if (header.data.format > FORMAT) throw new AppError("backup.newer", { name });
  const manifest = z.safeParse(manifestSchema, parsed);
  if (!manifest.success) throw damaged(name, { kind: "file", name: NAMES.manifest });
  return manifest.data;
}

async function readJson(place: BackupPlace, path: BackupPath): Promise<unknown> {
  const content = await place.read(path);
  if (content === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(await text(content));
    return parsed;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const damaged = (name: string, what: Subject): AppError => new AppError("backup.damaged", { name, what });

/**
 * BACKUP-4: reads a back-up completely. `schemas`: the migrations that this version knows.
 *
 * @throws AppError backup.foreign, backup.newer, backup.damaged
 */
export async function checkBackup(
  place: BackupPlace,
  name: string,
  { schemas }: { readonly schemas: ReadonlySet<string> },
): Promise<Manifest> {
  const manifest = await readManifest(place, name);
  if (!schemas.has(manifest.schema)) throw new AppError("backup.newer", { name });
  const database = await place.withFile([name, NAMES.database], async (file, { sha256 }) => {
    if (sha256 === manifest.database.sha256) checkDatabase(file, name);
    return sha256;
  });
  if (database !== manifest.database.sha256) throw damaged(name, { kind: "file", name: NAMES.database });
  const key = manifest.hasKey ? await sumAt(place, [name, NAMES.key]) : undefined;
  if (manifest.hasKey && (key === undefined || key.sha256 !== (manifest.keySha256 ?? key.sha256)))
    throw damaged(name, { kind: "file", name: NAMES.key });
  let count = 0;
  for await (const id of soundsOf(place, name)) {
    if ((await sumAt(place, [SHARED_SOUNDS, prefixOf(id), id]))?.sha256 !== id)
      throw damaged(name, { kind: "sound", name: id });
    count += 1;
  }
  if (count !== manifest.sounds.count) throw damaged(name, { kind: "file", name: NAMES.sounds });
  return manifest;
}

async function sumAt(place: BackupPlace, path: BackupPath): Promise<Summed | undefined> {
  const content = await place.read(path);
  return content === undefined ? undefined : sumOfContent(content);
}

function checkDatabase(path: string, name: string): void {
  try {
    const file = new Database(path, { readonly: true });
    try {
      const answer = JSON.stringify(file.prepare("pragma quick_check(1)").all());
      if (answer !== '[{"quick_check":"ok"}]') throw damaged(name, { kind: "file", name: NAMES.database });
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("backup.damaged", { name, what: { kind: "file", name: NAMES.database } }, { cause: error });
  }
}

/** Ids of the sounds of a back-up. */
export async function* soundsOf(place: BackupPlace, name: string): AsyncGenerator<string> {
  for (const prefix of (await place.namesIn([name, NAMES.sounds])).toSorted()) {
    const content = await place.read([name, NAMES.sounds, prefix]);
    if (content === undefined) throw damaged(name, { kind: "file", name: NAMES.sounds });
    for await (const id of linesOf(content)) {
      if (!SOUND_ID.test(id)) throw damaged(name, { kind: "file", name: NAMES.sounds });
      yield id;
    }
  }
}
