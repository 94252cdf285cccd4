/** What to do for a probe now. */
export type ProbeStep =
  | { readonly kind: "nothing" }
  | { readonly kind: "begins"; readonly probe: number }
  /** Send this many bytes of padding. */
  | { readonly kind: "pads"; readonly bytes: number }
  | { readonly kind: "ends" };

/**
 * When to send more than there is, to learn whether more would arrive: only while something wanted is not sent. A probe
 * is 200 ms long. After one that gained something the next comes soon; others after 3 to 6 s, after a minute of probes
 * without success later each time, up to two minutes.
 *
 * ```
 *  idle ──something is missing, and it is time──> probing ──200 ms──> idle
 * ```
 */
export class Prober {
  #probe = 0;
  #state: "idle" | "probing" = "idle";
  #until = 0;
  #paddedUntil = 0;
  #nextAt = 0;
  #waitMs = FIRST_WAIT_MS;
  #inVain = 0;
  #bitsPerMs = 0;
  #owed = 0;

  /** `missing` is what more could be used, `estimate` what is known to arrive, both in bits per second. */
  step({ missing, estimate, nowMs }: ProbeWish): ProbeStep {
    if (this.#state === "idle") {
      if (missing <= 0 || nowMs < this.#nextAt) return NOTHING;
      this.#begin(missing, estimate, nowMs);
      return { kind: "begins", probe: this.#probe };
    }
    if (nowMs >= this.#until) {
      this.#state = "idle";
      return { kind: "ends" };
    }
    this.#owed += ((nowMs - this.#paddedUntil) * this.#bitsPerMs) / 8;
    this.#paddedUntil = nowMs;
    const bytes = Math.floor(this.#owed);
    this.#owed -= bytes;
    return { kind: "pads", bytes };
  }

  /** More is known to arrive: the next probe comes soon. */
  gained(): void {
    this.#waitMs = FIRST_WAIT_MS;
    this.#inVain = 0;
    this.#nextAt = Math.min(this.#nextAt, this.#until + AFTER_GAIN_MS);
  }

  #begin(missing: number, estimate: number, nowMs: number): void {
    this.#state = "probing";
    this.#probe += 1;
    this.#until = nowMs + PROBE_MS;
    this.#nextAt = this.#until + this.#waitMs;
    this.#inVain += 1;
    this.#waitMs = Math.min(this.#inVain < OFTEN ? OFTEN_WAIT_MS : LAST_WAIT_MS, this.#waitMs * 1.5);
    // A step upwards, not at once everything that could be used.
    this.#bitsPerMs = Math.min(missing * 1.1, Math.max(estimate, LEAST_STEP)) / 1000;
    this.#paddedUntil = nowMs;
    this.#owed = 0;
  }
}

export interface ProbeWish {
  readonly missing: number;
  readonly estimate: number;
  readonly nowMs: number;
}

const NOTHING: ProbeStep = { kind: "nothing" };
const PROBE_MS = 200;
const FIRST_WAIT_MS = 3000;
const AFTER_GAIN_MS = 500; // its result is known
const OFTEN = 12; // about a minute: a link that lost its bandwidth most often gets it back soon
const OFTEN_WAIT_MS = 6000;
const LAST_WAIT_MS = 120_000;
const LEAST_STEP = 200_000;
