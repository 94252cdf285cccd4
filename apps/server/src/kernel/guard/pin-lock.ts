import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import { lockMsAfter, type Threshold } from "./guess-counters.ts";
import type { KnownPlaces } from "./known-places.ts";
import { OF_CALLER, type PinPlace, type PinTryStore } from "./pin-tries.port.ts";

export interface PinAsked extends PinPlace {
  readonly secret: string;
  /** The telephone on which the PIN is entered. */
  readonly caller: string;
  /** The caller who owns the box or announcement. */
  readonly own?: string;
}

/**
 * Strangers can guess a PIN from any telephone, so their tries count together (VM-41, ANN-17). Tries of the owner, and of
 * a caller with an earlier correct PIN, count only for that caller: strangers cannot lock them out.
 */
export interface PinLock {
  /** Calls `check` unless locked. A try counts as wrong until it was correct, so that parallel tries count too. */
  tryPin(asked: PinAsked, check: () => boolean | Promise<boolean>): Promise<"right" | "wrong" | "locked">;
}

const THRESHOLD: Threshold = { failures: 5, firstLockMs: 60_000, longestLockMs: 900_000 };
/** The waiting time that people see: that of the first lock, so that it does not show how many others have tried. */
export const PIN_LOCK_SECONDS = THRESHOLD.firstLockMs / 1_000;
/** All tries are forgotten after this time without a wrong one. */
const FORGET_MS = 86_400_000;

/** A lock that survives a restart. Time, the correct PIN, a new PIN or an administrator ends it. */
export function createPinLock({
  store,
  known,
  clock,
}: {
  readonly store: Pick<PinTryStore, "change" | "forget">;
  readonly known: KnownPlaces;
  readonly clock: Pick<Clock, "now">;
}): PinLock {
  return {
    tryPin: async ({ kind, holder, secret, caller, own }, check) => {
      const mark = createHash("sha256").update(secret).digest("hex").slice(0, 16);
      // A caller who knew an earlier PIN counts as a stranger for this one.
      const whose = `${kind} ${holder} ${mark}`;
      const isKnown = caller === own || (await known.has(whose, caller));
      const place: PinPlace = { kind, holder: isKnown ? `${holder}${OF_CALLER}${caller}` : holder };
      let isLocked = false;
      await store.change(place, (before) => {
        const now = clock.now();
        isLocked = before.mark === mark && now < before.lockedUntil;
        if (isLocked) return before;
        const isStale = before.mark !== mark || now - before.failedAt > FORGET_MS;
        const failures = (isStale ? 0 : before.failures) + 1;
        return { mark, failures, failedAt: now, lockedUntil: now + lockMsAfter(failures, THRESHOLD) };
      });
      if (isLocked) return "locked";
      if (!(await check())) return "wrong";
      await store.forget(place);
      known.add(whose, caller);
      return "right";
    },
  };
}
