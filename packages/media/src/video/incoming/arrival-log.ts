import { LARGEST_STEP, TICKS_PER_MS, writeTransportFeedback } from "../wire/transport-feedback.ts";
import { unwrap16 } from "../wire/serial.ts";

/** When the packets of one publisher arrived, for the transport-wide feedback by which it estimates its uplink. */
export class ArrivalLog {
  readonly #arrivals = new Float64Array(KEPT).fill(-1); // ticks
  readonly #sequences = new Float64Array(KEPT).fill(-1);
  #highest = -1;
  /** The first packet that the next feedback reports. */
  #base = -1;
  #number = 0;

  /** `sequence` as on the wire. A jump farther than what is kept starts again. */
  note(sequence: number, nowMs: number): void {
    let at = this.#highest < 0 ? FIRST_CYCLE + sequence : unwrap16(sequence, this.#highest);
    if (this.#highest >= 0 && Math.abs(at - this.#highest) >= KEPT) {
      at = Math.ceil(this.#highest / FIRST_CYCLE + 1) * FIRST_CYCLE + sequence;
      this.#base = at;
    }
    if (this.#base < 0 || at < this.#base) this.#base = at; // a packet that came late is reported again
    if (at > this.#highest) this.#highest = at;
    this.#sequences[at % KEPT] = at;
    this.#arrivals[at % KEPT] = Math.round(nowMs * TICKS_PER_MS);
  }

  /** The feedback packets for what came since the last call; each names at most 500 packets. */
  feedback(sender: number, media: number): readonly Buffer[] {
    const packets: Buffer[] = [];
    while (this.#base >= 0 && this.#base <= this.#highest) {
      const arrivals = this.#next();
      if (arrivals.length === 0) break;
      packets.push(writeTransportFeedback({ sender, media, number: this.#number, base: this.#base, arrivals }));
      this.#number += 1;
      this.#base += arrivals.length;
    }
    return packets;
  }

  /** Arrivals from the base on, what is missing in front included; it ends before a pause that does not fit a step. */
  #next(): number[] {
    let first = this.#base;
    while (first <= this.#highest && this.#at(first) < 0) first += 1;
    if (first - this.#base > MOST_TOLD / 2) this.#base = first;
    const arrivals: number[] = [];
    let before = -1;
    let told = 0;
    for (let at = this.#base; at <= this.#highest && arrivals.length < MOST_TOLD; at += 1) {
      const arrival = this.#at(at);
      if (arrival >= 0) {
        if (before >= 0 && Math.abs(arrival - before) > LARGEST_STEP) break;
        before = arrival;
        told = arrivals.length + 1;
      }
      arrivals.push(arrival);
    }
    return arrivals.slice(0, told);
  }

  #at(sequence: number): number {
    return this.#sequences[sequence % KEPT] === sequence ? (this.#arrivals[sequence % KEPT] ?? -1) : -1;
  }
}

const KEPT = 2048;
const MOST_TOLD = 500;
const FIRST_CYCLE = 0x1_0000;
