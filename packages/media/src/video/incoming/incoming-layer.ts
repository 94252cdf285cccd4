import { createInboundStream } from "../../rtp/inbound-stream.ts";
import type { ReceptionBlock } from "../wire/rtcp-writer.ts";
import type { RtpPacket } from "../wire/rtp-packet.ts";
import { ahead16 } from "../wire/serial.ts";
import { Vp8Descriptor } from "../wire/vp8-descriptor.ts";
import { KeyFrameWish } from "./key-frame-wish.ts";
import { MissingPackets } from "./missing-packets.ts";
import { RateMeter } from "./rate-meter.ts";

/** A packet of a layer that can still be sent (again). Its bytes belong to the engine and are never written. */
export class HeldPacket {
  packet: Buffer = NO_BYTES;
  /** Does not wrap. */
  sequence = -1;
  timestamp = 0;
  marker = false;
  payloadStart = 0;
  payloadEnd = 0;
  arrivedAt = 0;
  readonly vp8 = new Vp8Descriptor();

  /** Only padding: a probe of the sender, which has no place in what is sent on. */
  get isEmpty(): boolean {
    return this.payloadStart === this.payloadEnd;
  }
}

/** The clock of a layer: what its RTP time was at a moment of the sender's own clock (RFC 3550 §6.4.1). */
export interface SenderClock {
  readonly ntpMs: number;
  readonly rtpTime: number;
  readonly lastReport: number;
  readonly arrivedAt: number;
}

/** One simulcast layer as it comes from its sender: one SSRC and, where it has one, the SSRC of its resent packets. */
export class IncomingLayer {
  /** 0 until its first packet contained it. */
  ssrc = 0;
  rtxSsrc = 0;
  /** Another number after a restart of the sender: nothing before it belongs to what follows. */
  generation = 0;
  width = 0;
  height = 0;
  clock: SenderClock | undefined;
  readonly keyFrame: KeyFrameWish;
  #highest = -1;
  #restartsAt = -1;
  #lastAt = -Infinity;
  #offeredSince = 0;
  #now = 0;
  #stream = this.#newStream();
  readonly #held: HeldPacket[];
  readonly #missing = new MissingPackets();
  #lastRates: readonly number[] = [];
  readonly #rates: readonly RateMeter[] = Array.from({ length: TEMPORAL_LAYERS }, () => new RateMeter());

  constructor(keyFrameIntervalMs: number) {
    this.keyFrame = new KeyFrameWish(keyFrameIntervalMs);
    this.#held = Array.from({ length: HELD }, () => new HeldPacket());
  }

  /** The highest number so far; -1 before the first packet. */
  get highest(): number {
    return this.#highest;
  }

  /** A new sender has nothing in common with the one before. */
  bind(ssrc: number): void {
    if (this.ssrc === ssrc) return;
    this.ssrc = ssrc;
    this.#restart();
  }

  /** Returns the packet for the slots; undefined for a repeated, a too old, or a malformed one. */
  receive(rtp: RtpPacket, nowMs: number): HeldPacket | undefined {
    this.#now = nowMs;
    if (!this.#follows(rtp.sequence)) return undefined;
    this.#stream.receive(rtp, VIDEO_CLOCK);
    return this.#hold({ rtp, sequence: this.#extended(rtp.sequence), payloadStart: rtp.payloadStart, nowMs });
  }

  /**
   * A resent packet (RFC 4588 §4): its first two bytes are its number in this layer. It may be one that came already
   * (a probe), one that is missing, or one ahead of the layer itself.
   */
  receiveResent(rtp: RtpPacket, nowMs: number): HeldPacket | undefined {
    this.#now = nowMs;
    if (rtp.payloadEnd - rtp.payloadStart < 3 || this.#highest < 0) return undefined;
    const original = rtp.packet.readUInt16BE(rtp.payloadStart);
    if (Math.abs(ahead16(original, this.#highest & 0xffff)) >= HELD) return undefined;
    return this.#hold({ rtp, sequence: this.#extended(original), payloadStart: rtp.payloadStart + 2, nowMs });
  }

  /** By its number that does not wrap; undefined when it never came or is too old. */
  held(sequence: number): HeldPacket | undefined {
    const packet = this.#held[sequence % HELD];
    return packet?.sequence === sequence ? packet : undefined;
  }

  /** A sender's clock may step back, e.g. after a pause; only what is newer counts. */
  receiveReport(clock: SenderClock): void {
    if (this.clock === undefined || clock.ntpMs > this.clock.ntpMs) this.clock = clock;
  }

  /** Packets to ask for now, as on the wire; a key frame is wanted where asking has ended. */
  packetsToAskFor(nowMs: number, rttMs: number): readonly number[] {
    const { sequences, lostForGood } = this.#missing.due(nowMs, rttMs);
    if (lostForGood) this.keyFrame.want();
    return sequences.map((sequence) => sequence & 0xffff);
  }

  /** Packets come: one that its sender paused, for want of bandwidth or size, is not offered. */
  isOffered(nowMs: number): boolean {
    return nowMs - this.#lastAt < OFFERED_MS;
  }

  /** Its sender stopped it, and not the camera: `lower` went on. */
  hasStopped(lower: IncomingLayer): boolean {
    return lower.#lastAt - this.#lastAt > STOPPED_MS;
  }

  /** It has come for a second: before, its first key frame hides its rate. */
  isMeasured(nowMs: number): boolean {
    return this.isOffered(nowMs) && nowMs - this.#offeredSince >= MEASURED_MS;
  }

  /** Bits per second up to and with each temporal layer; the last is everything. Of one that is offered but silent, what it had. */
  ratesByTemporalLayer(nowMs: number): readonly number[] {
    let sum = 0;
    let used = 0;
    const sums = this.#rates.map((rate, layer) => {
      const bits = rate.bitsPerSecond(nowMs);
      if (bits > 0) used = layer + 1;
      return (sum += bits);
    });
    if (used > 0) this.#lastRates = sums.slice(0, used);
    else if (!this.isOffered(nowMs)) this.#lastRates = [];
    return this.#lastRates;
  }

  get packetsReceived(): number {
    return this.#stream.packetsReceived;
  }

  get packetsLost(): number {
    return this.#stream.packetsLost;
  }

  receptionBlock(nowMs: number): ReceptionBlock | undefined {
    const report = this.#stream.report();
    if (report === undefined) return undefined;
    const { clock } = this;
    return {
      ...report,
      lastReport: clock?.lastReport ?? 0,
      delaySinceLastReportMs: clock === undefined ? 0 : nowMs - clock.arrivedAt,
    };
  }

  /** Lets go of packets that are too old to be asked for. */
  release(nowMs: number): void {
    for (const held of this.#held) {
      if (held.sequence < 0 || nowMs - held.arrivedAt < HELD_MS) continue;
      held.packet = NO_BYTES;
      held.sequence = -1;
    }
  }

  /** Whether a number belongs to this stream: a jump is believed when a second packet follows it (RFC 3550 §A.1). */
  #follows(sequence: number): boolean {
    if (this.#highest < 0) {
      this.#highest = FIRST_CYCLE + sequence - 1;
      return true;
    }
    const ahead = ahead16(sequence, this.#highest & 0xffff);
    if (ahead < MOST_AHEAD && ahead > -MOST_BEHIND) {
      this.#restartsAt = -1;
      return true;
    }
    if (sequence !== this.#restartsAt) {
      this.#restartsAt = (sequence + 1) & 0xffff;
      return false;
    }
    this.#restart();
    this.#highest = FIRST_CYCLE + sequence - 1;
    return true;
  }

  #restart(): void {
    this.generation += 1;
    this.#highest = -1;
    this.#restartsAt = -1;
    this.clock = undefined;
    this.#missing.clear();
    this.#stream = this.#newStream();
    for (const held of this.#held) held.sequence = -1;
  }

  #extended(sequence: number): number {
    return this.#highest + ahead16(sequence, this.#highest & 0xffff);
  }

  #hold({ rtp, sequence, payloadStart, nowMs }: Arrived): HeldPacket | undefined {
    if (sequence <= this.#highest - HELD) return undefined;
    const held = this.#held[sequence % HELD];
    if (held === undefined || held.sequence === sequence) return undefined;
    if (sequence > this.#highest) {
      if (!this.#missing.add(this.#highest + 1, sequence, nowMs)) this.keyFrame.want();
      this.#highest = sequence;
    } else this.#missing.found(sequence);
    held.sequence = sequence;
    held.packet = rtp.packet;
    held.timestamp = rtp.timestamp;
    held.marker = rtp.marker;
    held.payloadStart = payloadStart;
    held.payloadEnd = rtp.payloadEnd;
    held.arrivedAt = nowMs;
    if (!held.isEmpty && !held.vp8.read(held.packet, payloadStart, held.payloadEnd)) held.payloadEnd = payloadStart;
    this.#count(held, nowMs);
    return held;
  }

  #count(held: HeldPacket, nowMs: number): void {
    if (held.isEmpty) return;
    const { vp8 } = held;
    if (!this.isOffered(nowMs)) this.#offeredSince = nowMs;
    this.#lastAt = nowMs;
    this.#rates[Math.max(0, vp8.temporalLayer)]?.add(held.packet.length, nowMs);
    if (!vp8.startsFrame || !vp8.isKeyFrame) return;
    this.keyFrame.arrived(nowMs);
    if (vp8.width > 0) this.width = vp8.width;
    if (vp8.height > 0) this.height = vp8.height;
  }

  #newStream(): ReturnType<typeof createInboundStream> {
    return createInboundStream({ now: () => this.#now });
  }
}

interface Arrived {
  readonly rtp: RtpPacket;
  readonly sequence: number;
  readonly payloadStart: number;
  readonly nowMs: number;
}

export const VIDEO_CLOCK = 90_000; // Hz, RFC 7741 §4.1
const NO_BYTES = Buffer.alloc(0);
const TEMPORAL_LAYERS = 4; // two bits
const HELD = 512; // packets, two seconds of the highest layer
const HELD_MS = 2000;
const OFFERED_MS = 3000; // a screen that does not change comes once a second
const STOPPED_MS = 1000; // some pictures: an encoder leaves single ones out
const MEASURED_MS = 1000;
const FIRST_CYCLE = 0x1_0000; // numbers before the first are not negative
const MOST_AHEAD = 3000; // RFC 3550 §A.1, MAX_DROPOUT
const MOST_BEHIND = 1500;
