/**
 * Lets checks by TCP wait for their answer, so that UDP wins where it works: a lite agent cannot choose a pair, and a busy
 * browser may have checked TCP first, nominates it and starts its media there.
 */
export interface FallbackGate {
  /** A check by the fallback, from some address: `answer` runs now or later, and of one address only the last that waits. */
  take(from: string, answer: () => void): void;
  /** A check came by another way. */
  others(): void;
  close(): void;
}

/** From the first check by the fallback. A browser checks all pairs within 50 ms each; a network takes up to 500 ms. */
const FALLBACK_AFTER_MS = 1000;
/** Where checks by UDP arrive, but it does not become the way: our answers may be lost. */
const FALLBACK_BESIDE_MS = 4000;
/** Of a leg; see `routes.ts`. */
const MOST_WAITING = 16;

export function createFallbackGate(setTimeout: (run: () => void, ms: number) => () => void): FallbackGate {
  const waiting = new Map<string, () => void>();
  let phase: "closed" | "waits" | "open" = "closed";
  let hasOthers = false;
  let stopTimer: (() => void) | undefined;

  const open = (): void => {
    phase = "open";
    const answers = [...waiting.values()];
    waiting.clear();
    for (const answer of answers) answer();
  };

  const look = (): void => {
    if (!hasOthers) return open();
    stopTimer = setTimeout(open, FALLBACK_BESIDE_MS - FALLBACK_AFTER_MS);
  };

  return {
    take: (from, answer) => {
      if (phase === "open") return answer();
      if (phase === "closed") stopTimer = setTimeout(look, FALLBACK_AFTER_MS);
      phase = "waits";
      if (waiting.has(from) || waiting.size < MOST_WAITING) waiting.set(from, answer);
    },
    others: () => {
      hasOthers = true;
    },
    close: () => {
      stopTimer?.();
      waiting.clear();
    },
  };
}
