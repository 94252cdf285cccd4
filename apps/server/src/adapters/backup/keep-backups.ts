import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BACKUP_NAME, NAMES, SHARED_SOUNDS } from "./backup.model.ts";
import { isAbsent, linesOf, namesIn } from "./files.ts";

/** BACKUP-6: removes all but the newest back-ups, and sounds that none of these names. @returns how many were removed */
export async function keepBackups(folder: string, count: number): Promise<number> {
  const names = (await namesIn(folder)).filter((name) => BACKUP_NAME.test(name)).toSorted();
  const old = names.slice(0, Math.max(0, names.length - count));
  for (const name of old) await rm(join(folder, name), { recursive: true });
  if (old.length > 0) await removeUnnamed(folder, names.slice(old.length));
  return old.length;
}

/** One set of first digits at a time, so that memory is bounded. */
async function removeUnnamed(folder: string, names: readonly string[]): Promise<void> {
  const shared = join(folder, SHARED_SOUNDS);
  for (const prefix of await namesIn(shared)) {
    const named = new Set<string>();
    for (const name of names) for (const id of await idsOf(join(folder, name, NAMES.sounds, prefix))) named.add(id);
    for (const id of await namesIn(join(shared, prefix))) if (!named.has(id)) await rm(join(shared, prefix, id));
  }
}

async function idsOf(path: string): Promise<readonly string[]> {
  const ids: string[] = [];
  try {
    for await (const id of linesOf(path)) ids.push(id);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  return ids;
}
