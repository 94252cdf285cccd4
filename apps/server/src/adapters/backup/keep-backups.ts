import type { BackupKind } from "../../modules/administration/index.ts";
import { NAMES } from "./backup.model.ts";
import type { BackupPlace } from "./backup-place.ts";
import { listBackups } from "./check-backup.ts";
import { linesOf } from "./files.ts";

/**
 * BACKUP-6: removes all but the newest back-ups of one kind, and sounds that no other back-up names.
 *
 * @returns how many were removed
 */
export async function keepBackups(place: BackupPlace, count: number, { byHand }: BackupKind): Promise<number> {
  const listed = await listBackups(place);
  // BACKUP-26: one that cannot be read, or does not say, counts as one of the schedule.
  const ofKind = listed.filter(({ manifest }) => (manifest?.byHand ?? false) === byHand);
  const old = new Set(ofKind.slice(0, Math.max(0, ofKind.length - count)).map(({ name }) => name));
  for (const name of old) await place.remove(name);
  const rest = listed.map(({ name }) => name).filter((name) => !old.has(name));
  if (old.size > 0) await removeUnnamed(place, rest);
  return old.size;
}

const PREFIXES = 256;
const HEX = 16;

/** One set of first digits at a time, so that memory is bounded. */
async function removeUnnamed(place: BackupPlace, names: readonly string[]): Promise<void> {
  for (let at = 0; at < PREFIXES; at += 1) {
    const prefix = at.toString(HEX).padStart(2, "0");
    const kept = await place.soundsWith(prefix);
    if (kept.size === 0) continue;
    const named = new Set<string>();
    for (const name of names) {
      const content = await place.read([name, NAMES.sounds, prefix]);
      if (content !== undefined) for await (const id of linesOf(content)) named.add(id);
    }
    const unnamed = [...kept.keys()].filter((id) => !named.has(id));
    // Asked again each time: going through them all takes long, and another server may begin meanwhile.
    if (unnamed.length > 0 && !(await place.mayRemoveSounds())) return;
    for (const id of unnamed) await place.removeSound(id);
  }
}
