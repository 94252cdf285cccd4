/** The numbers of one incoming stream that did not arrive, and when each is to be asked for again. */
export class MissingPackets {
  readonly #missing = new Map<number, Missing>();

  get size(): number {
    return this.#missing.size;
  }

  /** `from` up to `until` without it, in numbers that do not wrap. Returns false when too many are missing: then none is kept. */
  add(from: number, until: number, nowMs: number): boolean {
    if (this.#missing.size + until - from > MOST_MISSING) {
      this.#missing.clear();
      return false;
    }
    for (let sequence = from; sequence < until; sequence += 1) {
      this.#missing.set(sequence, { since: nowMs, askedAt: -Infinity, times: 0 });
    }
    return true;
  }

  found(sequence: number): void {
    this.#missing.delete(sequence);
  }

  clear(): void {
    this.#missing.clear();
  }

  /**
   * The numbers to ask for now, in order, each again after one round trip (`rttMs`). `lostForGood`: one was given up, so
   * that only a key frame helps.
   */
  due(nowMs: number, rttMs: number): { readonly sequences: readonly number[]; readonly lostForGood: boolean } {
    if (this.#missing.size === 0) return NOTHING;
    const sequences: number[] = [];
    let lostForGood = false;
    for (const [sequence, one] of this.#missing) {
      if (one.times === MOST_TIMES || nowMs - one.since > GIVEN_UP_AFTER_MS) {
        this.#missing.delete(sequence);
        lostForGood = true;
      } else if (nowMs - one.since >= REORDERED_MS && nowMs - one.askedAt >= Math.max(rttMs, LEAST_INTERVAL_MS)) {
        one.askedAt = nowMs;
        one.times += 1;
        sequences.push(sequence);
      }
    }
    return { sequences: sequences.toSorted((a, b) => a - b), lostForGood };
  }
}

interface Missing {
  readonly since: number;
  askedAt: number;
  times: number;
}

const NOTHING = { sequences: [], lostForGood: false };
const MOST_MISSING = 256; // about a second of the highest layer
const MOST_TIMES = 10;
const GIVEN_UP_AFTER_MS = 1000; // a decoder waits no longer
const REORDERED_MS = 10; // what only comes out of order is not asked for
const LEAST_INTERVAL_MS = 20;
