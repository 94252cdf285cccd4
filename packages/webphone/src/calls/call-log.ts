/** Keeps the calls log and the missed counter of one user in storage. */
import type { DivertedCall } from "@callpanel/contract";
import { addToLog, mergeIntoLog, newDiverted, parseLog, sameEntry } from "../model/call-log.ts";
import type { CallLogEntry, KeyValueStore } from "../webphone.ts";

export interface CallLog {
  entries(): readonly CallLogEntry[];
  missedCount(): number;
  add(entry: CallLogEntry, missed: "missed" | "seen"): void;
  /** Calls that are not in it yet; the missed ones are counted. */
  addDiverted(calls: readonly DivertedCall[]): void;
  /** Replaces the entry's number and name, if it still exists. */
  rename(entry: CallLogEntry, as: Pick<CallLogEntry, "num" | "name">): void;
  clearMissed(): void;
}

const LOG_KEY = "log";
const MISSED_KEY = "missed";

export function createCallLog(storage: KeyValueStore, onChange: () => void): CallLog {
  let entries = parseLog(storage.get(LOG_KEY));
  let own: CallLogEntry | undefined;
  let missedCount = parseCount(storage.get(MISSED_KEY));

  const countMissed = (count: number): void => {
    missedCount = count;
    storage.set(MISSED_KEY, String(count));
  };
  return {
    entries: () => entries,
    missedCount: () => missedCount,
    add: (entry, missed) => {
      const stored = parseLog(storage.get(LOG_KEY)); // another tab of the same user may have written
      const known = stored.length > 0 ? stored : entries;
      entries = addToLog(known, entry, own);
      if (entries !== known) {
        own = entry;
        storage.set(LOG_KEY, JSON.stringify(entries));
        if (missed === "missed") countMissed(parseCount(storage.get(MISSED_KEY)) + 1);
      } else missedCount = parseCount(storage.get(MISSED_KEY));
      onChange();
    },
    addDiverted: (calls) => {
      const stored = parseLog(storage.get(LOG_KEY));
      const known = stored.length > 0 ? stored : entries;
      const fresh = newDiverted(known, calls);
      if (fresh.length === 0) return;
      entries = mergeIntoLog(known, fresh);
      storage.set(LOG_KEY, JSON.stringify(entries));
      const missed = fresh.filter(({ dir }) => dir === "mis").length;
      countMissed(parseCount(storage.get(MISSED_KEY)) + missed);
      onChange();
    },
    rename: (entry, as) => {
      const stored = parseLog(storage.get(LOG_KEY));
      const known = stored.length > 0 ? stored : entries;
      entries = known.map((one) => (sameEntry(one, entry) ? { ...one, ...as } : one));
      storage.set(LOG_KEY, JSON.stringify(entries));
      onChange();
    },
    clearMissed: () => {
      countMissed(0);
      onChange();
    },
  };
}

function parseCount(text: string | undefined): number {
  const count = Number(text);
  return Number.isInteger(count) && count > 0 ? count : 0;
}
