import type { AudioCodec } from "../media.port.ts";
import { MIX_FRAME, createSoundEncoder } from "../sound/sound-codec.ts";
import type { SoundEncoder } from "../sound/sound-codec.ts";

/** Sums and encodes what listeners hear in one beat, once for all listeners with the same sum. */
export interface Blend<Listener> {
  add(listener: Listener, codec: AudioCodec, voices: readonly Voice[]): void;
  /** Encodes what was added since the last call. */
  encode(send: (listener: Listener, payload: Uint8Array) => void): void;
  forget(listener: Listener): void;
  close(): void;
}

export interface Voice {
  readonly id: string;
  readonly frame: Int16Array;
  /** Its samples are multiplied by this. */
  readonly factor: number;
}

interface Share<Listener> {
  readonly codec: AudioCodec;
  readonly voices: readonly Voice[];
  readonly listeners: Listener[];
}

const SPARE = 8; // encoders kept for the next listener with a sum of its own
const KNEE = 24_576; // three quarters of full scale
const ROOM = 32_767 - KNEE;

/** MEDIA-64: above the knee it gets louder more and more slowly, up to full scale. */
function limited(sample: number): number {
  const over = Math.abs(sample) - KNEE;
  return over <= 0 ? sample : Math.sign(sample) * (KNEE + ROOM * Math.tanh(over / ROOM));
}

export function createBlend<Listener>(): Blend<Listener> {
  /** The encoder that each listener had last. It should continue there, because an encoder builds on its earlier output. */
  const encoders = new Map<Listener, SoundEncoder>();
  const spare: SoundEncoder[] = [];
  const shares = new Map<string, Share<Listener>>();
  const sum = new Int32Array(MIX_FRAME);
  const mixed = new Int16Array(MIX_FRAME);

  const mix = (voices: readonly Voice[]): Int16Array => {
    const [first, ...others] = voices;
    if (first !== undefined && others.length === 0 && first.factor === 1) return first.frame;
    sum.fill(0);
    for (const { frame, factor } of voices) {
      if (factor === 1) for (let i = 0; i < MIX_FRAME; i += 1) sum[i] = (sum[i] ?? 0) + (frame[i] ?? 0);
      else for (let i = 0; i < MIX_FRAME; i += 1) sum[i] = (sum[i] ?? 0) + (frame[i] ?? 0) * factor;
    }
    for (let i = 0; i < MIX_FRAME; i += 1) mixed[i] = limited(sum[i] ?? 0);
    return mixed;
  };

  /** The encoder that one of them had before, if no other share of this beat uses it. */
  const encoderFor = ({ codec, listeners }: Share<Listener>, busy: Set<SoundEncoder>): SoundEncoder => {
    for (const listener of listeners) {
      const own = encoders.get(listener);
      if (own !== undefined && own.codec === codec && !busy.has(own)) return own;
    }
    const kept = spare.findIndex((encoder) => encoder.codec === codec);
    return (kept < 0 ? undefined : spare.splice(kept, 1)[0]) ?? createSoundEncoder(codec);
  };

  const bind = (listener: Listener, encoder: SoundEncoder | undefined): void => {
    const before = encoders.get(listener);
    if (before === encoder) return;
    if (encoder === undefined) encoders.delete(listener);
    else encoders.set(listener, encoder);
    if (before === undefined || [...encoders.values()].includes(before)) return;
    if (spare.length < SPARE) spare.push(before);
    else before.close();
  };

  return {
    add: (listener, codec, voices) => {
      const key = `${codec} ${voices
        .map(({ id, factor }) => (factor === 1 ? id : `${id}*${factor}`))
        .toSorted()
        .join(" ")}`;
      const share = shares.get(key);
      if (share === undefined) shares.set(key, { codec, voices, listeners: [listener] });
      else share.listeners.push(listener);
    },
    encode: (send) => {
      const busy = new Set<SoundEncoder>();
      const largestFirst = [...shares.values()].toSorted((a, b) => b.listeners.length - a.listeners.length);
      shares.clear();
      for (const share of largestFirst) {
        const encoder = encoderFor(share, busy);
        busy.add(encoder);
        const payload = encoder.encode(mix(share.voices));
        for (const listener of share.listeners) {
          bind(listener, encoder);
          send(listener, payload);
        }
      }
    },
    forget: (listener) => bind(listener, undefined),
    close: () => {
      for (const encoder of new Set([...encoders.values(), ...spare])) encoder.close();
      encoders.clear();
      spare.length = 0;
      shares.clear();
    },
  };
}
