/** The local calls log: newest first, capped, per user (spec 1 §3, spec 2 §9). */
import { CALL_LOG_CAP, DIVERSIONS } from "@callpanel/contract";
import type { DivertedCall } from "@callpanel/contract";
import type { CallLogEntry } from "../webphone.ts";

/** Two tabs of one user miss the same call within this time; it is logged once. Only one of them can dial or answer. */
export const SAME_CALL_MS = 1_000;

/**
 * The log with the entry in front; the same array when another tab has already written it.
 * @param own the entry this tab wrote last: after it, another missed call is another call
 */
export function addToLog(
  log: readonly CallLogEntry[],
  entry: CallLogEntry,
  own?: CallLogEntry,
): readonly CallLogEntry[] {
  const [newest] = log;
  const known = newest && !(own && sameEntry(newest, own)) && missedTogether(newest, entry);
  return known ? log : [entry, ...log].slice(0, CALL_LOG_CAP);
}

/** What the log does not have of them, as entries. */
export const newDiverted = (log: readonly CallLogEntry[], calls: readonly DivertedCall[]): readonly CallLogEntry[] =>
  calls
    .filter((call) => log.every(({ diverted }) => diverted?.callId !== call.call_id))
    .map(({ call_id: callId, at, number, name, why, to, missed }) => ({
      time: at,
      num: number,
      name,
      dir: missed ? "mis" : "in",
      diverted: { callId, why, to },
    }));

/** They may be older than what is there. */
export const mergeIntoLog = (log: readonly CallLogEntry[], fresh: readonly CallLogEntry[]): readonly CallLogEntry[] =>
  [...fresh, ...log].sort((a, b) => b.time - a.time).slice(0, CALL_LOG_CAP);

const missedTogether = (a: CallLogEntry, b: CallLogEntry): boolean =>
  a.dir === "mis" && b.dir === "mis" && a.num === b.num && Math.abs(a.time - b.time) < SAME_CALL_MS;

export const sameEntry = (a: CallLogEntry, b: CallLogEntry): boolean =>
  a.dir === b.dir && a.num === b.num && a.time === b.time;

/** Reads a stored log; what is not an entry is left out. */
export function parseLog(text: string | undefined): readonly CallLogEntry[] {
  if (text === undefined) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, CALL_LOG_CAP) : [];
  } catch {
    return []; // a log that cannot be read is no reason not to phone
  }
}

function isEntry(value: unknown): value is CallLogEntry {
  if (typeof value !== "object" || value === null) return false;
  const { time, num, name, dir, diverted }: Partial<Record<string, unknown>> = { ...value };
  return (
    typeof time === "number" &&
    typeof num === "string" &&
    typeof name === "string" &&
    (dir === "in" || dir === "out" || dir === "mis") &&
    (diverted === undefined || isDiverted(diverted))
  );
}

function isDiverted(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { callId, why, to }: Partial<Record<string, unknown>> = { ...value };
  return typeof callId === "string" && typeof to === "string" && DIVERSIONS.some((one) => one === why);
}
