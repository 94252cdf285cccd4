import type { PathUsage } from "./delay-trend.ts";

/**
 * Turns the usage of the path into a rate (draft-ietf-rmcat-gcc-02 §5.5): down to 85 % of what arrived, then held until
 * the queue is empty, then up: by 8 % a second, and near the rate at which it last went down by about a packet a round
 * trip.
 *
 * ```
 *            overuse                 normal
 *  increase ───────> decrease ──┐  ┌──────── hold
 *      ^   ^                    v  v          ^
 *      │   └──── normal ──── (at once) hold   │
 *      └──────── normal ────────┘  underuse ──┘
 * ```
 */
export class RateControl {
  bitsPerSecond: number;
  #state: "increase" | "hold" = "increase";
  #steppedAt = -1;
  #decreasedAt = -Infinity;
  #capacity: { mean: number; variance: number } | undefined;
  #rose = 0; // bits per second since the last decrease, or the last probe

  constructor(start: number) {
    this.bitsPerSecond = start;
  }

  /** `acked` is what arrived, in bits per second; undefined before it is known. */
  step({ usage, acked, rttMs, nowMs }: RateStep): void {
    const sinceMs = this.#steppedAt < 0 ? 0 : Math.min(1000, nowMs - this.#steppedAt);
    this.#steppedAt = nowMs;
    if (usage === "overuse") return this.#decrease(acked, rttMs, nowMs);
    if (usage === "underuse") {
      this.#state = "hold";
      return;
    }
    if (this.#state === "hold") {
      this.#state = "increase";
      return;
    }
    this.#increase(acked, rttMs, sinceMs);
  }

  /** A probe arrived at this rate. */
  probed(bitsPerSecond: number): void {
    if (bitsPerSecond <= this.bitsPerSecond) return;
    this.bitsPerSecond = bitsPerSecond;
    this.#capacity = undefined;
  }

  lower(bitsPerSecond: number): void {
    this.bitsPerSecond = Math.min(this.bitsPerSecond, bitsPerSecond);
  }

  get rose(): number {
    return this.#rose;
  }

  #increase(acked: number | undefined, rttMs: number, sinceMs: number): void {
    const before = this.bitsPerSecond;
    const ceiling = acked === undefined ? Infinity : 1.5 * acked + 10_000;
    if (before >= ceiling) return; // what is not sent proves nothing
    if (this.#capacity !== undefined && acked !== undefined && acked > this.#mostLikely(3)) this.#capacity = undefined;
    const step =
      this.#capacity === undefined
        ? before * (UP_PER_SECOND ** (sinceMs / 1000) - 1)
        : (PACKET_BITS / (rttMs + 100)) * sinceMs; // a packet a round trip, as bits per second
    this.bitsPerSecond = Math.min(ceiling, before + step);
    this.#rose += this.bitsPerSecond - before;
  }

  #decrease(acked: number | undefined, rttMs: number, nowMs: number): void {
    if (nowMs - this.#decreasedAt < Math.max(MOST_OFTEN_MS, rttMs)) return;
    this.#decreasedAt = nowMs;
    this.#state = "hold";
    this.#rose = 0;
    const target = DOWN * (acked ?? this.bitsPerSecond);
    if (acked !== undefined) this.#learn(acked);
    this.bitsPerSecond = Math.min(this.bitsPerSecond, target);
  }

  /** The capacity of the link, from what arrived when it was full. */
  #learn(acked: number): void {
    if (this.#capacity === undefined || Math.abs(acked - this.#capacity.mean) > 3 * this.#deviation()) {
      this.#capacity = { mean: acked, variance: (acked * 0.05) ** 2 };
      return;
    }
    const error = acked - this.#capacity.mean;
    this.#capacity.mean += 0.05 * error;
    this.#capacity.variance = 0.95 * this.#capacity.variance + 0.05 * error ** 2;
  }

  #mostLikely(deviations: number): number {
    return (this.#capacity?.mean ?? 0) + deviations * this.#deviation();
  }

  #deviation(): number {
    const { mean, variance } = this.#capacity ?? { mean: 0, variance: 0 };
    return Math.max(0.02 * mean, Math.sqrt(variance));
  }
}

export interface RateStep {
  readonly usage: PathUsage;
  readonly acked: number | undefined;
  readonly rttMs: number;
  readonly nowMs: number;
}

const DOWN = 0.85;
const UP_PER_SECOND = 1.08;
const PACKET_BITS = 1200 * 8;
const MOST_OFTEN_MS = 200; // the queue of the last decrease drains first
