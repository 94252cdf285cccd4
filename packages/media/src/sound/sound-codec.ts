import type { AudioCodec } from "../media.port.ts";
import { createOpusCoder } from "../opus/opus-coder.ts";
import { G711 } from "../prompt/g711.ts";
import { createG722Decoder } from "../prompt/g722.decoder.ts";
import { createG722Encoder } from "../prompt/g722.encoder.ts";
import { opusPacketMs, parseOpusPacket } from "../recording/opus-packet.ts";
import { createDownsampler, createUpsampler } from "./resampler.ts";

/** Samples per second of audio inside the server: mono, 16 bits. */
export const MIX_RATE = 48_000;

/** Samples in 20 ms. */
export const MIX_FRAME = 960;

/** Decodes one party's packets; keeps its state from packet to packet. */
export interface SoundDecoder {
  readonly codec: AudioCodec;
  /** The audio of the packet, at `MIX_RATE`; undefined when it cannot be read. */
  decode(payload: Uint8Array): Int16Array | undefined;
  close(): void;
}

/** Encodes audio to packets of 20 ms. */
export interface SoundEncoder {
  readonly codec: AudioCodec;
  /** Takes `MIX_FRAME` samples. */
  encode(pcm: Int16Array): Uint8Array;
  close(): void;
}

export function createSoundDecoder(codec: AudioCodec): SoundDecoder {
  if (codec === "opus") {
    const { decode, close } = createOpusCoder(MIX_RATE);
    return { codec, decode, close };
  }
  const decode = codec === "G722" ? createG722Decoder() : G711[codec].decode;
  const up = createUpsampler(MIX_RATE / RATES[codec]);
  return { codec, decode: (payload) => up.run(decode(payload)), close: () => undefined };
}

export function createSoundEncoder(codec: AudioCodec): SoundEncoder {
  if (codec === "opus") {
    const { encode, close } = createOpusCoder(MIX_RATE, "live");
    return { codec, encode, close };
  }
  const encode = codec === "G722" ? createG722Encoder() : G711[codec].encode;
  const down = createDownsampler(MIX_RATE / RATES[codec]);
  return { codec, encode: (pcm) => encode(down.run(pcm)), close: () => undefined };
}

/** Samples per second. */
const RATES = { G722: 16_000, PCMU: 8000, PCMA: 8000 } as const;

/** The length of a packet's audio, in samples at `MIX_RATE`, without decoding it. */
export function soundLength(codec: AudioCodec, payload: Uint8Array): number {
  if (codec !== "opus") return payload.length * 6; // each has 8000 octets a second
  const packet = parseOpusPacket(payload);
  return packet === undefined ? 0 : (opusPacketMs(packet) * MIX_RATE) / 1000;
}
