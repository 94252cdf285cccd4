import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import { lockMsAfter, type Threshold } from "./guess-counters.ts";
import type { KnownPlaces } from "./known-places.ts";
import { OF_CALLER, type PinPlace, type PinTryStore } from "./pin-tries.port.ts";

export interface PinAsked extends PinPlace {
  readonly secret: string;
  /** Whose telephone it is keyed in at. */
  readonly caller: string;
  /** The caller whose place it is. */
  readonly own?: string;
}

/**
 * Who guesses at a PIN is at a telephone, whichever: tries of strangers count together (VM-41, ANN-17). Those of a caller who was
 * right before, or whose place it is, count for that caller alone: strangers lock nobody out.
 */
export interface PinLock {
  /** `check` is asked unless the place is locked; a try counts as wrong until it is right, so that tries made at once count too. */
  tryPin(asked: PinAsked, check: () => boolean | Promise<boolean>): Promise<"right" | "wrong" | "locked">;
}

const THRESHOLD: Threshold = { failures: 5, firstLockMs: 60_000, longestLockMs: 900_000 };
/** Without a wrong try for so long all are forgotten. */
const FORGET_MS = 86_400_000;

/** A lock that a restart does not open: time does, the right PIN, a new one, or an administrator. */
export function createPinLock({
  store,
  known,
  clock,
}: {
  readonly store: PinTryStore;
  readonly known: KnownPlaces;
  readonly clock: Pick<Clock, "now">;
}): PinLock {
  return {
    tryPin: async ({ kind, holder, secret, caller, own }, check) => {
      const mark = createHash("sha256").update(secret).digest("hex").slice(0, 16);
      // Who knew an earlier PIN is a stranger to this one.
      const whose = `${kind} ${holder} ${mark}`;
      const isKnown = caller === own || known.has(whose, caller);
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
