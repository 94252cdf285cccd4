const BUCKETS = 10;

/** Bits per second over the last ten buckets, by default a second. Times never step back. */
export class RateMeter {
  readonly #bucketMs: number;
  readonly #bytes = new Float64Array(BUCKETS);
  #bucket = 0;
  #startedAt = -1;
  #total = 0;

  constructor(bucketMs = 100) {
    this.#bucketMs = bucketMs;
  }

  add(bytes: number, nowMs: number): void {
    this.#move(nowMs);
    if (this.#startedAt < 0) this.#startedAt = nowMs;
    const at = this.#bucket % BUCKETS;
    this.#bytes[at] = (this.#bytes[at] ?? 0) + bytes;
    this.#total += bytes;
  }

  /** In the first second of a stream over the time since its start, at least 500 ms. */
  bitsPerSecond(nowMs: number): number {
    this.#move(nowMs);
    if (this.#total === 0) return 0;
    const overMs = Math.min(this.#bucketMs * BUCKETS, Math.max(500, nowMs - this.#startedAt));
    return (this.#total * 8000) / overMs;
  }

  #move(nowMs: number): void {
    const bucket = Math.floor(nowMs / this.#bucketMs);
    const steps = Math.min(BUCKETS, bucket - this.#bucket);
    for (let step = 1; step <= steps; step += 1) {
      const at = (this.#bucket + step) % BUCKETS;
      this.#total -= this.#bytes[at] ?? 0;
      this.#bytes[at] = 0;
    }
    if (bucket > this.#bucket + BUCKETS) this.#bytes.fill(0);
    if (bucket > this.#bucket) this.#bucket = bucket;
    if (this.#total <= 0) this.#startedAt = -1;
  }
}
