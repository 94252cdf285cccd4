/** The local calls log: newest first, capped, per user (spec 1 §3, spec 2 §9). */
import { CALL_LOG_CAP } from "@callpanel/contract";
import type { CallLogEntry } from "../webphone.ts";

/** Two tabs of one user miss the same call within this time; it is logged once. Only one of them can dial or answer. */
export const SAME_CALL_MS = 300;

/** The log with the entry in front; the same array when another tab has already written it. */
export function addToLog(log: readonly CallLogEntry[], entry: CallLogEntry): readonly CallLogEntry[] {
  const [newest] = log;
  const missedTwice =
    entry.dir === "mis" &&
    newest?.dir === "mis" &&
    newest.num === entry.num &&
    Math.abs(newest.time - entry.time) < SAME_CALL_MS;
  return missedTwice ? log : [entry, ...log].slice(0, CALL_LOG_CAP);
}

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
  const { time, num, name, dir }: Partial<Record<string, unknown>> = { ...value };
  return (
    typeof time === "number" &&
    typeof num === "string" &&
    typeof name === "string" &&
    (dir === "in" || dir === "out" || dir === "mis")
  );
}
