import { VIDEO_CLOCK } from "../incoming/incoming-layer.ts";
import type { HeldPacket, IncomingLayer } from "../incoming/incoming-layer.ts";
import { ahead32 } from "../wire/serial.ts";
import { MOST_TEMPORAL, Renumbering } from "./renumbering.ts";
import { ResendHistory } from "./resend-history.ts";
import type { SendingPath } from "./sending-path.ts";

/** The streams of one slot, as described to its receiver. */
export interface SlotStreams {
  readonly mid: string;
  readonly ssrc: number;
  readonly rtxSsrc: number;
}

export interface SlotFormats {
  readonly payloadType: number;
  /** Without it nothing can be sent again: the keys allow each number of a stream once (MEDIA-80). */
  readonly rtxPayloadType: number | undefined;
}

type Showing =
  | { readonly phase: "nothing" }
  | { readonly phase: "waiting"; readonly target: IncomingLayer }
  | ({ readonly phase: "showing"; readonly target: IncomingLayer | undefined } & Shown);

interface Shown {
  readonly layer: IncomingLayer;
  readonly generation: number;
  readonly numbers: Renumbering;
  readonly timestampOffset: number;
}

/** The last packet in order that was sent. */
interface Last {
  number: number;
  timestamp: number;
  pictureId: number;
  tl0PictureIndex: number;
  marker: boolean;
  at: number;
}

/**
 * One picture of one receiver: a stream without end, whatever it shows (docs/spec/video-engine.md has the states). A
 * browser cannot receive simulcast: to it every change is the key frame that comes next.
 */
export class VideoSlot {
  readonly streams: SlotStreams;
  packetsSent = 0;
  octetsSent = 0;
  readonly #formats: SlotFormats;
  readonly #path: SendingPath;
  readonly #history = new ResendHistory();
  readonly #last: Last;
  #showing: Showing = NOTHING;
  #rtxNumber: number;
  #wantedTemporalLayer = MOST_TEMPORAL;

  constructor({ streams, formats, path, randomUint32 }: SlotOptions) {
    this.streams = streams;
    this.#formats = formats;
    this.#path = path;
    this.#rtxNumber = randomUint32() & 0x7fff; // RFC 3711 §3.3.1: low, so that losing the first packets cannot hide a wrap
    this.#last = {
      number: FIRST_CYCLE + (randomUint32() & 0x7fff),
      timestamp: randomUint32(),
      pictureId: randomUint32() & 0x7fff,
      tl0PictureIndex: randomUint32() & 0xff,
      marker: true,
      at: -1,
    };
  }

  /** When the last packet in order was sent; -1: none was. */
  get sentAt(): number {
    return this.#last.at;
  }

  get layer(): IncomingLayer | undefined {
    return this.#showing.phase === "showing" ? this.#showing.layer : undefined;
  }

  get target(): IncomingLayer | undefined {
    return this.#showing.phase === "nothing" ? undefined : this.#showing.target;
  }

  /** Ends what is shown: the slot is given to another source, or is not seen. */
  clear(): void {
    this.#showing = NOTHING;
  }

  /** Shows this layer of the same source from its next key frame on; until then what it shows now. */
  choose(layer: IncomingLayer, temporalLayer: number): void {
    this.#wantedTemporalLayer = temporalLayer;
    const showing = this.#showing;
    if (showing.phase === "showing") {
      showing.numbers.wantedTemporalLayer = temporalLayer;
      const target = showing.layer === layer ? undefined : layer;
      if (showing.target === target) return;
      this.#showing = { ...showing, target };
      target?.keyFrame.want();
      return;
    }
    if (showing.phase === "waiting" && showing.target === layer) return;
    this.#showing = { phase: "waiting", target: layer };
    layer.keyFrame.want();
  }

  /** A packet of a layer of its source. */
  forward(held: HeldPacket, layer: IncomingLayer, nowMs: number): void {
    if (this.target === layer && held.vp8.startsFrame && held.vp8.isKeyFrame && !held.isEmpty) {
      if (!this.#switchTo(held, layer, nowMs)) return;
      this.#forwardShown(held, nowMs);
      for (let next = held.sequence + 1; next <= layer.highest; next += 1) {
        const overtook = layer.held(next);
        if (overtook !== undefined) this.#forwardShown(overtook, nowMs);
      }
      return;
    }
    const showing = this.#showing;
    if (showing.phase !== "showing" || showing.layer !== layer) return;
    if (showing.generation === layer.generation) return this.#forwardShown(held, nowMs);
    this.#showing = { phase: "waiting", target: showing.target ?? layer };
    layer.keyFrame.want();
    this.forward(held, layer, nowMs);
  }

  /** The receiver lost packets: `sequence` as on the wire. Only what was sent since the last change can be sent again. */
  resend(sequence: number, nowMs: number, rttMs: number): void {
    const { rtxPayloadType } = this.#formats;
    const showing = this.#showing;
    if (rtxPayloadType === undefined || showing.phase !== "showing") return;
    const number = this.#last.number - ((this.#last.number - sequence) & 0xffff);
    const sent = this.#history.take(number, nowMs, rttMs);
    const held = sent === undefined ? undefined : showing.layer.held(sent.source);
    if (sent === undefined || held === undefined) return;
    const timestamp = held.timestamp + showing.timestampOffset;
    const start = this.#path.begin({ ...this.#nextResent(rtxPayloadType), marker: held.marker, timestamp });
    this.#path.buffer.writeUInt16BE(number & 0xffff, start);
    this.#writePayload(held, start + 2, sent, nowMs);
  }

  /** A probe: a packet of padding alone, in the stream of resent packets, where no decoder counts it. Returns its bytes. */
  pad(nowMs: number): number {
    const { rtxPayloadType } = this.#formats;
    if (rtxPayloadType === undefined) return 0;
    const { timestamp } = this.#last;
    const start = this.#path.begin({ ...this.#nextResent(rtxPayloadType), marker: false, timestamp });
    this.#path.finishPadding(PADDING, nowMs);
    return start + PADDING;
  }

  /** The receiver cannot decode. */
  askForKeyFrame(): void {
    if (this.#showing.phase === "showing") this.#showing.layer.keyFrame.want();
    else if (this.#showing.phase === "waiting") this.#showing.target.keyFrame.want();
  }

  /**
   * RTP time of this moment, for a sender report. It follows the sender's own reports, so that picture and sound of one
   * person agree; undefined before the first packet.
   */
  rtpTimeNow(nowMs: number): number | undefined {
    if (this.#last.at < 0) return undefined;
    const since = this.#last.timestamp + ticks(nowMs - this.#last.at);
    if (this.#showing.phase !== "showing") return since >>> 0;
    const { clock } = this.#showing.layer;
    if (clock === undefined) return since >>> 0;
    const told = clock.rtpTime + ticks(nowMs - clock.arrivedAt) + this.#showing.timestampOffset;
    return (Math.abs(ahead32(told, since)) > MOST_DRIFT_MS * (VIDEO_CLOCK / 1000) ? since : told) >>> 0;
  }

  /** Returns false where the layer's time is too far behind: its next key frame is then asked for. */
  #switchTo(keyFrame: HeldPacket, layer: IncomingLayer, nowMs: number): boolean {
    const last = this.#last;
    const timestamp = this.#timestampOf(keyFrame, layer);
    if (timestamp === undefined) {
      layer.keyFrame.want();
      return false;
    }
    const numbers = new Renumbering(keyFrame, {
      number: last.number + (last.marker ? 1 : 2), // a gap shows the decoder that the last picture is not complete
      pictureId: (last.pictureId + 1) & 0x7fff,
      tl0PictureIndex: (last.tl0PictureIndex + 1) & 0xff,
    });
    numbers.wantedTemporalLayer = this.#wantedTemporalLayer;
    this.#history.clear();
    this.#showing = {
      phase: "showing",
      target: undefined,
      layer,
      generation: layer.generation,
      numbers,
      timestampOffset: (timestamp - keyFrame.timestamp) | 0,
    };
    last.at = nowMs;
    return true;
  }

  /** Between layers of one source by the sender's own clock, between sources by ours; always later than the last. */
  #timestampOf(keyFrame: HeldPacket, layer: IncomingLayer): number | undefined {
    const last = this.#last;
    if (last.at < 0) return last.timestamp;
    const projected = last.timestamp + Math.max(1, ticks(keyFrame.arrivedAt - last.at));
    const aligned = this.#aligned(keyFrame, layer);
    if (aligned === undefined || Math.abs(ahead32(aligned, projected)) > ticks(MOST_DRIFT_MS)) return projected;
    const ahead = ahead32(aligned, last.timestamp);
    if (ahead > 0) return aligned;
    return ahead > -ticks(MOST_EXTRA_MS) ? last.timestamp + 1 : undefined;
  }

  #aligned(keyFrame: HeldPacket, layer: IncomingLayer): number | undefined {
    const showing = this.#showing;
    if (showing.phase !== "showing" || showing.generation !== showing.layer.generation) return undefined;
    const from = layer.clock;
    const to = showing.layer.clock;
    if (from === undefined || to === undefined) return undefined;
    const capturedMs = from.ntpMs + (ahead32(keyFrame.timestamp, from.rtpTime) * 1000) / VIDEO_CLOCK;
    return to.rtpTime + ticks(capturedMs - to.ntpMs) + showing.timestampOffset;
  }

  #forwardShown(held: HeldPacket, nowMs: number): void {
    const showing = this.#showing;
    if (showing.phase !== "showing") return;
    const fate = showing.numbers.place(held);
    if (fate.kind === "dropped") return;
    const last = this.#last;
    const { ssrc } = this.streams;
    const { payloadType } = this.#formats;
    const timestamp = held.timestamp + showing.timestampOffset;
    if (fate.kind === "filled") {
      this.#path.begin({ payloadType, marker: false, sequence: fate.number, timestamp, ssrc });
      this.#path.finishPadding(1, nowMs);
      last.number = Math.max(last.number, fate.number); // it may come after everything that was sent
      return;
    }
    const pictureId = showing.numbers.pictureId(held);
    const tl0PictureIndex = showing.numbers.tl0PictureIndex(held);
    this.#history.note(fate.number, held.sequence, pictureId, tl0PictureIndex);
    const start = this.#path.begin({ payloadType, marker: held.marker, sequence: fate.number, timestamp, ssrc });
    const octets = this.#writePayload(held, start, { pictureId, tl0PictureIndex }, nowMs);
    this.packetsSent += 1;
    this.octetsSent += octets;
    if (fate.number <= last.number) return;
    last.number = fate.number;
    last.marker = held.marker;
    last.timestamp = timestamp >>> 0;
    last.at = nowMs;
    if (pictureId >= 0) last.pictureId = pictureId;
    if (tl0PictureIndex >= 0) last.tl0PictureIndex = tl0PictureIndex;
  }

  /** Returns the bytes of the payload. */
  #writePayload(
    held: HeldPacket,
    start: number,
    numbers: { readonly pictureId: number; readonly tl0PictureIndex: number },
    nowMs: number,
  ): number {
    const { buffer } = this.#path;
    const { packet, payloadStart, payloadEnd, vp8 } = held;
    let at = start + vp8.write(buffer, start, packet, payloadStart, numbers);
    at += packet.copy(buffer, at, payloadStart + vp8.length, payloadEnd);
    this.#path.finish(at, nowMs);
    return at - start;
  }

  #nextResent(payloadType: number): { payloadType: number; sequence: number; ssrc: number } {
    this.#rtxNumber = (this.#rtxNumber + 1) & 0xffff;
    return { payloadType, sequence: this.#rtxNumber, ssrc: this.streams.rtxSsrc };
  }
}

export interface SlotOptions {
  readonly streams: SlotStreams;
  readonly formats: SlotFormats;
  readonly path: SendingPath;
  readonly randomUint32: () => number;
}

function ticks(ms: number): number {
  return Math.round((ms * VIDEO_CLOCK) / 1000);
}

const NOTHING: Showing = { phase: "nothing" };
const FIRST_CYCLE = 0x1_0000;
const PADDING = 255; // the most that one packet can have
const MOST_EXTRA_MS = 75; // by which the time of a switch may be moved on
const MOST_DRIFT_MS = 1000; // a clock that is farther off is not believed
