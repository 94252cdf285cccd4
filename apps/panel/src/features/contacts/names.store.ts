import { CONTACT_LOOKUP_MAX } from "@callpanel/contract";
import type { Clock } from "../../shared/clock.ts";
import type { NumberName, NumberNames } from "../../shared/phone/numberNames.ts";

/** ADDRESS-20: numbers within this time are requested together. */
export const GATHER_MS = 40;
/** A number of fewer digits is an extension or a code: calls have the names of colleagues already. */
const DIGITS_MIN = 7;
/** The maximum number of entries to keep without subscribers. */
const KEPT_MAX = 2_000;

/** A name and the requested number. */
export interface FoundName extends NumberName {
  readonly number: string;
}

export interface NumberNamesDeps {
  /** Resolves with an entry for each known number; at most 500 numbers per request. */
  readonly lookUp: (numbers: readonly string[]) => Promise<readonly FoundName[]>;
  readonly clock: Clock;
  /** Whether the person may read contacts at all. */
  readonly mayAsk: () => boolean;
}

interface Entry {
  name: NumberName | null;
  /** It was loaded since the last refresh, or is being loaded. */
  fresh: boolean;
  readonly listeners: Set<() => void>;
  readonly readable: ReturnType<NumberNames["of"]>;
}

/** ADDRESS-20: looks up numbers in the address book in batches, and caches the results. */
export function createNumberNames({ lookUp, clock, mayAsk }: NumberNamesDeps): NumberNames {
  const entries = new Map<string, Entry>();
  const wanted = new Set<string>();
  let gathering = false;

  const set = (number: string, name: NumberName | null) => {
    const entry = entries.get(number);
    if (entry === undefined || same(entry.name, name)) return;
    entry.name = name;
    for (const listener of entry.listeners) listener();
  };
  const ask = async () => {
    gathering = false;
    const numbers = [...wanted].slice(0, CONTACT_LOOKUP_MAX);
    for (const number of numbers) wanted.delete(number);
    if (wanted.size > 0) gather();
    try {
      const found = new Map((await lookUp(numbers)).map((one) => [one.number, one]));
      for (const number of numbers) {
        set(number, found.get(number) ?? null);
      }
    } catch {
      // The number is shown instead; the next component requests it again.
      for (const number of numbers) forget(number);
    }
  };
  const forget = (number: string) => {
    const entry = entries.get(number);
    if (entry) entry.fresh = false;
  };
  const gather = () => {
    if (gathering) return;
    gathering = true;
    clock.setTimeout(() => void ask(), GATHER_MS);
  };
  const want = (number: string, entry: Entry) => {
    if (entry.fresh || !isLookedUp(number) || !mayAsk()) return;
    entry.fresh = true;
    wanted.add(number);
    gather();
  };
  const create = (number: string): Entry => {
    const listeners = new Set<() => void>();
    const entry: Entry = {
      name: null,
      fresh: false,
      listeners,
      readable: {
        get: () => entry.name,
        subscribe(listener) {
          // The entry may have been dropped while it had no subscribers.
          entries.set(number, entry);
          listeners.add(listener);
          want(number, entry);
          return () => listeners.delete(listener);
        },
      },
    };
    return entry;
  };
  const letGo = () => {
    if (entries.size < KEPT_MAX) return;
    for (const [number, { listeners }] of entries) if (listeners.size === 0) entries.delete(number);
  };

  return {
    of(number) {
      const there = entries.get(number);
      if (there) return there.readable;
      letGo();
      const entry = create(number);
      entries.set(number, entry);
      return entry.readable;
    },
    refresh() {
      for (const [number, entry] of entries) {
        entry.fresh = false;
        if (entry.listeners.size > 0) want(number, entry);
      }
    },
  };
}

const isLookedUp = (number: string): boolean =>
  !/[*#a-z]/iu.test(number) && number.replace(/\D/gu, "").length >= DIGITS_MIN;

const same = (a: NumberName | null, b: NumberName | null): boolean =>
  a === b || (a !== null && b !== null && a.name === b.name && a.company === b.company && a.imageUrl === b.imageUrl);
