import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ReplacedFacts } from "../../modules/administration/index.ts";
import { namesIn } from "./files.ts";

/** In the data folder: data that a restore replaced, by the time of it. */
export const REPLACED = "replaced";
/** Of `orderSwitch`: `2026-11-26T03-00-00`, UTC. */
const REPLACED_NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)$/;

/** BACKUP-19. Nothing in it changes, so each is measured once. */
export function createReplaced(dataDir: string) {
  const place = join(dataDir, REPLACED);
  const sizes = new Map<string, number>();
  const sizeOf = async (name: string): Promise<number> => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const bytes = await sizeBelow(join(place, name));
    sizes.set(name, bytes);
    return bytes;
  };
  return {
    list: async (): Promise<readonly ReplacedFacts[]> => {
      const found: ReplacedFacts[] = [];
      for (const name of (await namesIn(place)).toSorted()) {
        const at = timeOf(name);
        if (at !== undefined) found.push({ name, at, bytes: await sizeOf(name) });
      }
      return found;
    },
    remove: async (name: string): Promise<void> => {
      if (timeOf(name) === undefined) throw new Error("not a name of replaced data");
      await rm(join(place, name), { recursive: true, force: true });
      sizes.delete(name);
    },
  };
}

function timeOf(name: string): number | undefined {
  const [, day, hour, minute, second] = REPLACED_NAME.exec(name) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

async function sizeBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
