/**
 * Whether somebody waits for a key frame of one layer. All who wait share the requests; a request is repeated until a
 * key frame comes: a lost one would leave a screen that does not change black.
 *
 * ```
 *  none ──want──> wanted ──due──> asked ──interval──> due again
 *    ^               │               │
 *    └── arrived ────┴───────────────┘
 * ```
 */
export class KeyFrameWish {
  #wanted = false;
  #askedAt = -Infinity;
  readonly #intervalMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  want(): void {
    this.#wanted = true;
  }

  /** Nobody waits any more. */
  arrived(): void {
    this.#wanted = false;
  }

  /** Returns whether a request is to be sent now, which is then counted as sent. */
  due(nowMs: number): boolean {
    if (!this.#wanted || nowMs - this.#askedAt < this.#intervalMs) return false;
    this.#askedAt = nowMs;
    return true;
  }
}
