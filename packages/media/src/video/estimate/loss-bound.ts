/**
 * The bound by loss (draft-ietf-rmcat-gcc-02 §6): more than 10 % lowers it by half the loss, at most each 300 ms; less
 * than 2 % lets it rise by 8 % a second; between both it stays.
 */
export class LossBound {
  bitsPerSecond: number;
  #packets = 0;
  #lost = 0;
  #since = -1;

  constructor(start: number) {
    this.bitsPerSecond = start;
  }

  /** Packets that a feedback reported for the first time, and how many of them did not arrive. */
  add(packets: number, lost: number, nowMs: number): void {
    if (this.#since < 0) this.#since = nowMs;
    this.#packets += packets;
    this.#lost += Math.min(Math.max(0, lost), packets); // never less than nothing: see trap 23 of the ADR
    const sinceMs = nowMs - this.#since;
    if (sinceMs < INTERVAL_MS || this.#packets < LEAST_PACKETS) return;
    const loss = this.#lost / this.#packets;
    if (loss > HIGH) this.bitsPerSecond *= 1 - loss / 2;
    else if (loss < LOW) this.bitsPerSecond *= 1.08 ** (Math.min(sinceMs, 1000) / 1000);
    this.#packets = 0;
    this.#lost = 0;
    this.#since = nowMs;
  }

  /** It never runs far away from what is in use, or it would not bound anything when it is needed. */
  keepNear(bitsPerSecond: number): void {
    this.bitsPerSecond = Math.max(LEAST, Math.min(this.bitsPerSecond, 2 * bitsPerSecond));
  }

  raise(bitsPerSecond: number): void {
    this.bitsPerSecond = Math.max(this.bitsPerSecond, bitsPerSecond);
  }
}

const HIGH = 0.1;
const LOW = 0.02;
const INTERVAL_MS = 300;
const LEAST_PACKETS = 20;
const LEAST = 30_000;
