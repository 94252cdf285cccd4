/** A level below this is shown as silence, in dBFS. */
export const FLOOR_DB = -70;
const SILENT_DB = -60;
const QUIET_DB = -40;
/** Peaks are cut above some -3 dBFS: an average that high is near it. */
const LOUD_DB = -9;

/** How much of the bar a level fills, 0 to 1. */
export const shareOf = (levelDb: number): number => Math.min(1, Math.max(0, 1 - levelDb / FLOOR_DB));

export function wordOf(levelDb: number): "silent" | "quiet" | "fine" | "loud" {
  if (levelDb < SILENT_DB) return "silent";
  if (levelDb < QUIET_DB) return "quiet";
  return levelDb > LOUD_DB ? "loud" : "fine";
}
