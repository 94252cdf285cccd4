import type { AckedPacket } from "../outgoing/sent-packets.ts";

/** At what rate the packets of a probe arrived. */
export class ProbeResults {
  #probe = 0;
  #expected = 0;
  #packets: AckedPacket[] = [];

  begin(probe: number): void {
    this.#probe = probe;
    this.#expected = 0;
    this.#packets = [];
  }

  /** It is sent: `packets` were part of it. */
  end(packets: number): void {
    this.#expected = packets;
  }

  add(packet: AckedPacket): void {
    if (packet.probe !== 0 && packet.probe === this.#probe && this.#packets.length < MOST) this.#packets.push(packet);
  }

  /** The rate, once, when four fifths of the probe arrived; undefined before, and for a probe without a result. */
  take(): number | undefined {
    const [first] = this.#packets;
    const last = this.#packets.at(-1);
    if (this.#expected === 0 || this.#packets.length < this.#expected * 0.8 || !first || !last) return undefined;
    this.#expected = 0;
    if (this.#packets.length < LEAST) return undefined;
    const bytes = this.#packets.reduce((sum, packet) => sum + packet.bytes, 0);
    const arrivals = this.#packets.map(({ arrivedMs }) => arrivedMs);
    const firstArrived = Math.min(...arrivals);
    const lastArrived = Math.max(...arrivals);
    // Each rate is over the time between its first and last packet, so one of both does not count.
    const sent = ((bytes - last.bytes) * 8000) / (last.sentMs - first.sentMs);
    const arrived = ((bytes - first.bytes) * 8000) / (lastArrived - firstArrived);
    if (!Number.isFinite(sent) || !Number.isFinite(arrived) || arrived > 2 * sent) return undefined;
    return arrived < 0.9 * sent ? 0.95 * arrived : Math.min(sent, arrived);
  }
}

const MOST = 1000;
const LEAST = 5;
