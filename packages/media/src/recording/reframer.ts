import { FRAME_MS } from "../codec.ts";
import type { AudioCodec } from "../media.port.ts";
import { createOpusCoder } from "../opus/opus-coder.ts";
import type { OpusCoder, OpusRate } from "../opus/opus-coder.ts";
import { G711 } from "../prompt/g711.ts";
import { createG722Decoder } from "../prompt/g722.decoder.ts";
import { parseOpusPacket } from "./opus-packet.ts";
import type { OpusPacket } from "./opus-packet.ts";

/** Decodes packets that do not fit into an Opus recording, and encodes them again in frames of 20 ms. */
export interface Reframer {
  /** Adds audio that begins `atMs` after the recording began; returns the last slot with some of it. */
  take(sound: Sound, atMs: number): number;
  /** The slot's audio, if any; each slot once, in order. */
  frame(slot: number): OpusPacket | undefined;
  close(): void;
}

/** Opus arrives as packets of one frame each. */
export interface Sound {
  readonly codec: AudioCodec;
  readonly payloads: readonly Uint8Array[];
}

interface Pcm {
  readonly rate: OpusRate;
  readonly samples: Int16Array;
}

/** Opus encodes each of these without resampling. */
const RATES: Readonly<Record<AudioCodec, OpusRate>> = { opus: 48_000, G722: 16_000, PCMU: 8000, PCMA: 8000 };
const NOTHING = new Int16Array(0);

export function createReframer(): Reframer {
  const slots = new Map<number, Pcm>();
  const g722 = createG722Decoder();
  let decoder: OpusCoder | undefined;
  let encoder: OpusCoder | undefined;

  const decode = (codec: AudioCodec, payload: Uint8Array): Int16Array => {
    if (codec === "G722") return g722(payload);
    if (codec !== "opus") return G711[codec].decode(payload);
    decoder ??= createOpusCoder(RATES.opus);
    return decoder.decode(payload) ?? NOTHING; // hostile or damaged: a gap, as if it had been lost
  };

  const encode = ({ rate, samples }: Pcm): OpusPacket | undefined => {
    if (encoder?.rate !== rate) {
      encoder?.close();
      // A hundred parallel recordings run on one core: complexity costs more than one can hear.
      encoder = createOpusCoder(rate, "live");
    }
    return parseOpusPacket(encoder.encode(samples));
  };

  /** Copies samples to their place, over all slots that they span. */
  const lay = (pcm: Int16Array, rate: OpusRate, start: number): number => {
    const perSlot = (rate * FRAME_MS) / 1000;
    let slot = Math.floor(start / perSlot);
    for (let done = 0; done < pcm.length; slot += 1) {
      const from = Math.max(0, start - slot * perSlot);
      const part = pcm.subarray(done, done + perSlot - from);
      const known = slots.get(slot);
      const { samples } = known?.rate === rate ? known : { samples: new Int16Array(perSlot) };
      samples.set(part, from);
      slots.set(slot, { rate, samples });
      done += part.length;
    }
    return slot - 1;
  };

  return {
    take: ({ codec, payloads }, atMs) => {
      const rate = RATES[codec];
      let start = Math.round((atMs * rate) / 1000);
      let last = -1;
      for (const payload of payloads) {
        const pcm = decode(codec, payload);
        if (pcm.length > 0) last = lay(pcm, rate, start);
        start += pcm.length;
      }
      return last;
    },
    frame: (slot) => {
      const pcm = slots.get(slot);
      slots.delete(slot);
      return pcm === undefined ? undefined : encode(pcm);
    },
    close: () => {
      decoder?.close();
      encoder?.close();
    },
  };
}
