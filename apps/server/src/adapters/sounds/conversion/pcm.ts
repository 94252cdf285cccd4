/** A piece of sound with one or two channels of equal length, samples from -1 to 1. */
export type Pcm = readonly Float32Array[];

/** Decodes sound as a stream, at one rate. Throws `SoundFault` for a file that cannot be read. */
export interface SoundDecoder {
  take(bytes: Uint8Array): Iterable<DecodedPcm>;
  /** The end of the file: throws if something is missing. */
  end(): void;
  close(): void;
}

export interface DecodedPcm {
  /** Samples per second. */
  readonly rate: number;
  readonly channels: Pcm;
}

/** Encodes sound of 48 kHz. The number of channels must not change. */
export interface SoundEncoder {
  add(channels: Pcm): Uint8Array;
  /** Returns the remaining bytes, and bytes that replace the start of the file. */
  end(): { readonly rest: Uint8Array; readonly start?: Uint8Array };
  close(): void;
}

/** Sample rate of everything that is encoded. */
export const RATE = 48_000;

/** The faults of a sound file. */
export type FaultKind = "unreadable" | "kind" | "cut" | "empty" | "unsupported" | "tooLong";

export class SoundFault extends Error {
  override readonly name = "SoundFault";
  readonly kind: FaultKind;
  constructor(kind: FaultKind) {
    super(`the sound is ${kind}`);
    this.kind = kind;
  }
}

export const isSilentLength = (channels: Pcm): boolean => (channels[0]?.length ?? 0) === 0;

/** Mixes one or two channels into one. */
export function monoOf([left = new Float32Array(0), right]: Pcm): Float32Array {
  return right === undefined ? left : left.map((sample, i) => (sample + (right[i] ?? 0)) / 2);
}

/** As 16 bits, clipped at full scale; NaN becomes silence. */
export function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))));
}
