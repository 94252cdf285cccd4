import type { TextStorage } from "../../shared/storage.ts";

/** Stored separately for each person of this browser. */
const keyOf = (userId: number) => `callpanel_calls_zone_${userId}`;

/** CDR-42: the zone that was chosen, as far as this browser knows it, else `here`, where the browser is. */
export function readZone(storage: TextStorage, userId: number, here: string): string {
  const saved = storage.get(keyOf(userId));
  return saved !== null && isZone(saved) ? saved : here;
}

/** The browser's own zone is not stored: without a choice, the zone follows the browser. */
export function keepZone(storage: TextStorage, userId: number, { zone, here }: { zone: string; here: string }): void {
  if (zone === here) storage.remove(keyOf(userId));
  else storage.set(keyOf(userId), zone);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false; // RangeError: there is no such zone
  }
}
