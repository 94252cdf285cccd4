import { FRAME_MS, codecProfile } from "../codec.ts";
import type { AudioCodec } from "../media.port.ts";
import { opusPacketMs, parseOpusPacket, writeOpusPacket } from "./opus-packet.ts";
import type { OpusPacket } from "./opus-packet.ts";
import { createReframer } from "./reframer.ts";
import type { Sound } from "./reframer.ts";

/**
 * One channel of a recording: packets by their RTP time, in slots of 20 ms since the recording began. An Opus packet of
 * 20 ms is kept unchanged; all others are decoded, and encoded again slot by slot.
 */
export interface Track {
  /** Adds a packet that arrived `atMs` after the beginning. */
  take(packet: TrackPacket, atMs: number): void;
  /** Call this every 20 ms; returns the slot before which nothing is waited for. */
  beat(): number;
  /** The content of the next slot: its audio, a packet that conceals a short gap, or silence. */
  next(): OpusPacket;
  /** Leaves the next slot silent, even if audio arrived for it. */
  skip(): OpusPacket;
  /** Where the available audio ends, in ms. */
  readonly endMs: number;
  close(): void;
}

export interface TrackOptions {
  /** How far the arrival time may differ from RTP time, either way, before the two are synchronized again. */
  readonly strayMs: number;
}

export interface TrackPacket {
  // Kept for some time: a payload is never modified after its arrival.
  readonly ssrc: number;
  readonly codec: AudioCodec;
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

/** How the timestamps of one source relate to the recording's time. */
interface Source {
  readonly ssrc: number;
  readonly codec: AudioCodec;
  readonly timestamp: number;
  baseMs: number;
  /** The latest place used, relative to `baseMs`. */
  newestMs: number;
}

/** 20 ms of silence for one channel: CELT, full band, mono. */
export const SILENCE: OpusPacket = { toc: 0xf8, frames: [Uint8Array.of(0xff, 0xfe)], frameMs: FRAME_MS };
/** Shorter gaps are concealed by the decoder, longer ones are silence. */
const CONCEALED_SLOTS = 5;
/** A packet is late or lost once a packet arrives that is this much later in RTP time. */
const REORDERED_SLOTS = 10;
/** Extra delay for a source that has fallen behind, so that its next packet is not late again. */
const LATE_MARGIN_MS = 40;

export function createTrack({ strayMs }: TrackOptions): Track {
  const slots = new Map<number, OpusPacket>();
  const reframer = createReframer();
  let source: Source | undefined;
  let nextSlot = 0;
  let lastSlot = -1; // the highest that has sound
  let emptySlots = Number.POSITIVE_INFINITY; // since the last sound
  let lastToc = SILENCE.toc;
  // Counted in beats, not by the clock: a blocked thread has not read what arrived.
  let quietBeats = Number.POSITIVE_INFINITY;

  /** The first place for audio that arrives now. */
  const placeFor = (atMs: number): number => Math.max(Math.floor(atMs / FRAME_MS), lastSlot + 1, nextSlot) * FRAME_MS;

  /** The place of a packet in ms; undefined: it is dropped. */
  const place = (packet: TrackPacket, atMs: number): number | undefined => {
    if (source?.ssrc !== packet.ssrc || source.codec !== packet.codec) {
      const { ssrc, codec, timestamp } = packet;
      source = { ssrc, codec, timestamp, baseMs: placeFor(atMs), newestMs: 0 };
      return source.baseMs;
    }
    const offset = ticksBetween(source.timestamp, packet.timestamp);
    const offsetMs = (offset * 1000) / codecProfile(source.codec).clockRate;
    if (offsetMs < source.newestMs - strayMs) {
      source = { ...source, timestamp: packet.timestamp, baseMs: placeFor(atMs), newestMs: 0 };
      return source.baseMs;
    }
    const isStraggler = offsetMs < source.newestMs;
    const lateMs = nextSlot * FRAME_MS - (source.baseMs + offsetMs);
    if (isStraggler) return lateMs > 0 ? undefined : source.baseMs + offsetMs;
    source.newestMs = offsetMs;
    // The clocks of two machines drift, and some senders stop theirs while they are silent.
    if (lateMs > 0) source.baseMs += Math.ceil((lateMs + LATE_MARGIN_MS) / FRAME_MS) * FRAME_MS;
    const isAhead = (): boolean => source !== undefined && source.baseMs + offsetMs > atMs + strayMs;
    if (!isAhead()) return source.baseMs + offsetMs;
    source.baseMs += placeFor(atMs) - (source.baseMs + offsetMs);
    if (!isAhead()) return source.baseMs + offsetMs;
    source.baseMs -= FRAME_MS;
    return undefined;
  };

  const keep = (packet: OpusPacket, atMs: number): void => {
    const slot = Math.round(atMs / FRAME_MS);
    if (slot < nextSlot || slots.has(slot)) return;
    slots.set(slot, packet);
    reach(slot);
  };

  const reframe = (sound: Sound, atMs: number): void => reach(reframer.take(sound, atMs));

  const reach = (slot: number): void => {
    if (slot <= lastSlot) return;
    lastSlot = slot;
    quietBeats = 0;
  };

  const soundOf = (slot: number): OpusPacket | undefined => {
    const kept = slots.get(slot);
    slots.delete(slot);
    const reframed = reframer.frame(slot);
    return kept ?? reframed;
  };

  return {
    take: (packet, atMs) => {
      const opus = packet.codec === "opus" ? parseOpusPacket(packet.payload) : undefined;
      if (packet.codec === "opus" && opus === undefined) return;
      const at = place(packet, atMs);
      if (at === undefined) return;
      if (opus === undefined) reframe({ codec: packet.codec, payloads: [packet.payload] }, at);
      else if (opusPacketMs(opus) === FRAME_MS) keep(opus, at);
      else reframe({ codec: "opus", payloads: singly(opus) }, at);
    },
    beat: () => {
      quietBeats += 1;
      return quietBeats * FRAME_MS > strayMs ? Number.POSITIVE_INFINITY : lastSlot + 1 - REORDERED_SLOTS;
    },
    get endMs() {
      return (lastSlot + 1) * FRAME_MS;
    },
    next: () => {
      const found = soundOf(nextSlot);
      nextSlot += 1;
      emptySlots = found === undefined ? emptySlots + 1 : 0;
      if (found !== undefined) lastToc = found.toc;
      if (found !== undefined) return found;
      // RFC 7845 §4.1: a frame without content makes the decoder conceal; it must be a frame of 20 ms.
      return emptySlots > CONCEALED_SLOTS
        ? SILENCE
        : { toc: concealing(lastToc), frames: [NOTHING], frameMs: FRAME_MS };
    },
    skip: () => {
      soundOf(nextSlot);
      nextSlot += 1;
      emptySlots = Number.POSITIVE_INFINITY;
      return SILENCE;
    },
    close: reframer.close,
  };
}

const NOTHING = new Uint8Array(0);

/** The same mode and bandwidth with one frame of 20 ms: the last packet may have had two of 10 ms. */
function concealing(toc: number): number {
  const configuration = toc >> 3;
  const of20 =
    configuration < 12 ? (configuration & ~3) | 1 : configuration < 16 ? configuration | 1 : configuration | 3;
  return (of20 << 3) | (toc & 4);
}

/** A decoder of libopus accepts at most 60 ms per packet. */
function singly({ toc, frames, frameMs }: OpusPacket): readonly Uint8Array[] {
  return frames.map((frame) => writeOpusPacket({ toc, frames: [frame], frameMs }));
}

/** RTP timestamps wrap at 2^32. */
function ticksBetween(from: number, to: number): number {
  return (to - from) | 0;
}
