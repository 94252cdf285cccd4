import { RateMeter } from "../incoming/rate-meter.ts";
import type { AckedPacket, FeedbackResult } from "../outgoing/sent-packets.ts";
import { DelayTrend } from "./delay-trend.ts";
import { LossBound } from "./loss-bound.ts";
import { ProbeResults } from "./probe-results.ts";
import { RateControl } from "./rate-control.ts";

/**
 * How much can be sent to one receiver, in bits per second: the lower of what delays and what losses allow. A receiver
 * without transport-wide feedback reports it by REMB; then that and its losses count.
 */
export class BandwidthEstimate {
  readonly #trend = new DelayTrend();
  readonly #rate = new RateControl(START);
  readonly #loss = new LossBound(START * 2);
  readonly #probes = new ProbeResults();
  readonly #acked = new RateMeter(50); // half a second: a path that lost its bandwidth shows it soon
  #ackedSince = -1;
  #heardAt = -1;

  get bitsPerSecond(): number {
    return Math.min(MOST, Math.max(LEAST, Math.min(this.#rate.bitsPerSecond, this.#loss.bitsPerSecond)));
  }

  get usage(): DelayTrend["usage"] {
    return this.#trend.usage;
  }

  /** Each feedback of the receiver, about ten a second. */
  feedback({ acked, lost }: FeedbackResult, rttMs: number, nowMs: number): void {
    if (acked.length === 0 && lost === 0) return;
    this.#heardAt = nowMs;
    for (const packet of acked) this.#addAcked(packet);
    const last = acked.at(-1)?.arrivedMs;
    const known = last !== undefined && last - this.#ackedSince >= KNOWN_AFTER_MS;
    this.#rate.step({
      usage: this.#trend.usage,
      acked: known ? this.#acked.bitsPerSecond(last) : undefined,
      rttMs,
      nowMs,
    });
    this.#loss.add(acked.length + lost, lost, nowMs);
    const probed = this.#trend.usage === "overuse" ? undefined : this.#probes.take();
    if (probed !== undefined) {
      this.#rate.probed(probed);
      this.#loss.raise(Math.min(probed, this.#rate.bitsPerSecond));
    }
    this.#loss.keepNear(this.#rate.bitsPerSecond);
    this.#rate.lower(2 * this.#loss.bitsPerSecond);
  }

  /** The result of a probe is known when its packets were reported. */
  get probes(): Pick<ProbeResults, "begin" | "end"> {
    return this.#probes;
  }

  /** REMB, and the loss in a receiver report: for receivers without transport-wide feedback. */
  told(bitsPerSecond: number | undefined, loss: number, nowMs: number): void {
    this.#heardAt = nowMs;
    if (bitsPerSecond !== undefined) this.#rate.bitsPerSecond = bitsPerSecond;
    this.#loss.add(100, Math.round(100 * loss), nowMs);
    this.#loss.keepNear(this.#rate.bitsPerSecond);
  }

  /** Sending goes on, and nothing comes back: halves each second. */
  beat(isSending: boolean, nowMs: number): void {
    if (!isSending || this.#heardAt < 0 || nowMs - this.#heardAt < SILENT_MS) return;
    this.#heardAt = nowMs - SILENT_MS + 1000;
    this.#rate.lower(Math.max(LEAST, this.bitsPerSecond / 2));
  }

  #addAcked(packet: AckedPacket): void {
    if (this.#ackedSince < 0) this.#ackedSince = packet.arrivedMs;
    this.#trend.add(packet);
    this.#acked.add(packet.bytes, packet.arrivedMs);
    this.#probes.add(packet);
  }
}

const START = 800_000; // a large picture of the middle layer; the first probe finds the rest
const LEAST = 30_000;
const MOST = 30_000_000;
const KNOWN_AFTER_MS = 500;
const SILENT_MS = 2000;
