/**
 * Whether somebody waits for a key frame of one layer. All who wait share the requests; a request is repeated until a
 * key frame comes: a lost one would leave a screen that does not change black. A sender that does not answer is asked
 * more and more rarely, because some make key frames of all their layers for each request.
 *
 * ```
 *  none ──want──> wanted ──due──> asked ──interval──> due again
 *    ^               │               │
 *    └─ arrived, drop┴───────────────┘
 * ```
 */
export class KeyFrameWish {
  /** Requests since the last key frame. */
  unanswered = 0;
  /** The last key frame; -Infinity before the first. */
  arrivedAt = -Infinity;
  #wanted = false;
  #askedAt = -Infinity;
  readonly #intervalMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  want(): void {
    this.#wanted = true;
  }

  /** No receiver waits any more. */
  drop(): void {
    this.#wanted = false;
    this.unanswered = 0;
  }

  arrived(nowMs: number): void {
    this.drop();
    this.arrivedAt = nowMs;
  }

  /** Returns whether a request is to be sent now, which is then counted as sent. */
  due(nowMs: number): boolean {
    const waitMs = this.#intervalMs * Math.min(MOST_RARELY, 1 + Math.floor(this.unanswered / EACH_TWICE));
    if (!this.#wanted || nowMs - this.#askedAt < waitMs) return false;
    this.#askedAt = nowMs;
    this.unanswered += 1;
    return true;
  }
}

const EACH_TWICE = 2;
const MOST_RARELY = 4; // intervals
