import { TICKS_PER_MS } from "../wire/transport-feedback.ts";
import type { TransportFeedback } from "../wire/transport-feedback.ts";
import { ahead32, unwrap16 } from "../wire/serial.ts";

/** A packet that a receiver reported as arrived. */
export interface AckedPacket {
  readonly sentMs: number;
  /** Of the receiver's clock. */
  readonly arrivedMs: number;
  readonly bytes: number;
  /** The probe that it was part of; 0 is none. */
  readonly probe: number;
}

export interface FeedbackResult {
  /** In the order of sending. */
  readonly acked: readonly AckedPacket[];
  /** Reported as not arrived for the first time, less those that arrived after all. Never below zero. */
  readonly lost: number;
}

/** What was sent to one receiver, by transport-wide number, until its feedback reports which packets arrived. */
export class SentPackets {
  readonly #sequences = new Float64Array(KEPT).fill(-1);
  readonly #sentMs = new Float64Array(KEPT);
  readonly #bytes = new Uint32Array(KEPT);
  readonly #probes = new Uint32Array(KEPT);
  readonly #fates = new Uint8Array(KEPT);
  #next = 0;
  #arrivalTicks = 0;
  #arrivalMs = 0;

  /** Returns the number of the packet, as on the wire. */
  note(bytes: number, nowMs: number, probe: number): number {
    const sequence = this.#next;
    const at = sequence % KEPT;
    this.#next += 1;
    this.#sequences[at] = sequence;
    this.#sentMs[at] = nowMs;
    this.#bytes[at] = bytes;
    this.#probes[at] = probe;
    this.#fates[at] = IN_FLIGHT;
    return sequence & 0xffff;
  }

  /** Feedback about numbers that were not sent, or long ago, is ignored; a second report does not count. */
  match({ base, arrivals }: TransportFeedback): FeedbackResult {
    const acked: AckedPacket[] = [];
    let lost = 0;
    const first = unwrap16(base, this.#next);
    for (const [index, ticks] of arrivals.entries()) {
      const sequence = first + index;
      const at = sequence % KEPT;
      if (sequence < 0 || this.#sequences[at] !== sequence) continue;
      const fate = this.#fates[at];
      if (ticks < 0) {
        if (fate !== IN_FLIGHT) continue;
        this.#fates[at] = LOST;
        lost += 1;
      } else if (fate !== ACKED) {
        this.#fates[at] = ACKED;
        if (fate === LOST) lost -= 1;
        acked.push({
          sentMs: this.#sentMs[at] ?? 0,
          arrivedMs: this.#arrival(ticks),
          bytes: this.#bytes[at] ?? 0,
          probe: this.#probes[at] ?? 0,
        });
      }
    }
    return { acked, lost: Math.max(0, lost) };
  }

  #arrival(ticks: number): number {
    if (this.#arrivalMs === 0) this.#arrivalMs = FIRST_ARRIVAL_MS;
    else this.#arrivalMs += ahead32(ticks, this.#arrivalTicks) / TICKS_PER_MS;
    this.#arrivalTicks = ticks;
    return this.#arrivalMs;
  }
}

const KEPT = 4096; // some seconds
const IN_FLIGHT = 0;
const ACKED = 1;
const LOST = 2;
const FIRST_ARRIVAL_MS = 1_000_000; // any beginning: only differences count
