import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import { lockMsAfter } from "./lockout.ts";
import type { PinPlace, PinTryStore } from "./pin-tries.port.ts";

/** Who guesses at a PIN is at a telephone, whichever: all tries at it count together (VM-41, ANN-17). */
export interface PinLock {
  /** `check` is asked unless the place is locked; a try counts as wrong until it is right, so that tries made at once count too. */
  tryPin(
    place: PinPlace & { readonly secret: string },
    check: () => boolean | Promise<boolean>,
  ): Promise<"right" | "wrong" | "locked">;
}

const THRESHOLD = { failures: 5, firstLockMs: 60_000, longestLockMs: 900_000 } as const;
/** Without a wrong try for so long all are forgotten. */
const FORGET_MS = 86_400_000;

/** A lock that a restart does not open: time does, the right PIN, a new one, or an administrator. */
export function createPinLock({
  store,
  clock,
}: {
  readonly store: PinTryStore;
  readonly clock: Pick<Clock, "now">;
}): PinLock {
  return {
    tryPin: async ({ kind, holder, secret }, check) => {
      const mark = createHash("sha256").update(secret).digest("hex").slice(0, 16);
      let isLocked = false;
      await store.change({ kind, holder }, (before) => {
        const now = clock.now();
        isLocked = before.mark === mark && now < before.lockedUntil;
        if (isLocked) return before;
        const isStale = before.mark !== mark || now - before.failedAt > FORGET_MS;
        const failures = (isStale ? 0 : before.failures) + 1;
        return { mark, failures, failedAt: now, lockedUntil: now + lockMsAfter(failures, THRESHOLD) };
      });
      if (isLocked) return "locked";
      if (!(await check())) return "wrong";
      await store.forget({ kind, holder });
      return "right";
    },
  };
}
