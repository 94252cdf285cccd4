import type { AckedPacket } from "../outgoing/sent-packets.ts";

/** Whether queues on the way grow, by the trend of delays. */
export type PathUsage = "normal" | "overuse" | "underuse";

/**
 * The delay-based detector of Google Congestion Control (draft-ietf-rmcat-gcc-02 §5, with the trend line that replaced
 * its filter): packets sent within 5 ms are a group; the growing delay between groups is smoothed, and its slope compared
 * with a threshold that adapts.
 */
export class DelayTrend {
  usage: PathUsage = "normal";
  #group: Group | undefined;
  #before: Group | undefined;
  readonly #points: { readonly at: number; readonly delay: number }[] = [];
  #deltas = 0;
  #delay = 0;
  #smoothed = 0;
  #firstAt = 0;
  #threshold = FIRST_THRESHOLD;
  #adaptedAt = -1;
  #overusingMs = -1;
  #overuses = 0;
  #trend = 0;

  /** Packets in the order of sending. */
  add({ sentMs, arrivedMs }: AckedPacket): void {
    const group = this.#group;
    if (group !== undefined && sentMs < group.firstSent) return; // out of order
    if (group === undefined || sentMs - group.firstSent > GROUP_MS) {
      this.#endGroup();
      this.#group = { firstSent: sentMs, lastSent: sentMs, arrived: arrivedMs };
      return;
    }
    group.lastSent = sentMs;
    if (arrivedMs > group.arrived) group.arrived = arrivedMs;
  }

  #endGroup(): void {
    const [group, before] = [this.#group, this.#before];
    this.#before = group;
    if (group === undefined || before === undefined) return;
    const sent = group.lastSent - before.lastSent;
    const arrived = group.arrived - before.arrived;
    if (Math.abs(arrived - sent) > CLOCK_JUMP_MS) {
      this.#points.length = 0;
      this.#deltas = 0;
      this.#delay = 0;
      this.#smoothed = 0;
      return;
    }
    this.#addDelta(arrived - sent, sent, group.arrived);
  }

  #addDelta(delta: number, sentMs: number, arrivedMs: number): void {
    if (this.#deltas === 0) this.#firstAt = arrivedMs;
    this.#deltas = Math.min(this.#deltas + 1, 1000);
    this.#delay += delta;
    this.#smoothed = SMOOTHING * this.#smoothed + (1 - SMOOTHING) * this.#delay;
    this.#points.push({ at: arrivedMs - this.#firstAt, delay: this.#smoothed });
    if (this.#points.length > POINTS) this.#points.shift();
    const trend = this.#points.length === POINTS ? slope(this.#points) : this.#trend;
    this.#detect(trend, sentMs, arrivedMs);
    this.#trend = trend;
  }

  #detect(trend: number, sentMs: number, arrivedMs: number): void {
    if (this.#deltas < 2) {
      this.usage = "normal";
      return;
    }
    const gained = Math.min(this.#deltas, MOST_DELTAS) * trend * GAIN;
    if (gained > this.#threshold) {
      this.#overusingMs = this.#overusingMs < 0 ? sentMs / 2 : this.#overusingMs + sentMs;
      this.#overuses += 1;
      if (this.#overusingMs > OVERUSE_AFTER_MS && this.#overuses > 1 && trend >= this.#trend) {
        this.#overusingMs = 0;
        this.#overuses = 0;
        this.usage = "overuse";
      }
    } else {
      this.#overusingMs = -1;
      this.#overuses = 0;
      this.usage = gained < -this.#threshold ? "underuse" : "normal";
    }
    this.#adapt(Math.abs(gained), arrivedMs);
  }

  #adapt(gained: number, nowMs: number): void {
    const since = this.#adaptedAt < 0 ? 0 : Math.min(100, Math.max(0, nowMs - this.#adaptedAt));
    this.#adaptedAt = nowMs;
    if (gained > this.#threshold + 15) return; // a sudden rise says nothing about the path's usual noise
    const rate = gained < this.#threshold ? THRESHOLD_DOWN : THRESHOLD_UP;
    const next = this.#threshold + rate * (gained - this.#threshold) * since;
    this.#threshold = Math.min(600, Math.max(6, next));
  }
}

interface Group {
  readonly firstSent: number;
  lastSent: number;
  arrived: number;
}

/** Least squares. */
function slope(points: readonly { readonly at: number; readonly delay: number }[]): number {
  let [at, delay] = [0, 0];
  for (const point of points) {
    at += point.at / points.length;
    delay += point.delay / points.length;
  }
  let [above, below] = [0, 0];
  for (const point of points) {
    above += (point.at - at) * (point.delay - delay);
    below += (point.at - at) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

// libwebrtc's values, trendline_estimator.cc.
const GROUP_MS = 5;
const SMOOTHING = 0.9;
const POINTS = 20;
const GAIN = 4;
const MOST_DELTAS = 60;
const FIRST_THRESHOLD = 12.5;
const THRESHOLD_UP = 0.0087;
const THRESHOLD_DOWN = 0.039;
const OVERUSE_AFTER_MS = 10;
const CLOCK_JUMP_MS = 3000;
