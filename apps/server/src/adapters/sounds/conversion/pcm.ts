/** Some sound of one or two channels of equal length, samples from -1 to 1. */
export type Pcm = readonly Float32Array[];

/** Reads sound of one rate as it comes. A file that cannot be read throws `SoundFault`. */
export interface SoundDecoder {
  take(bytes: Uint8Array): Iterable<DecodedPcm>;
  /** Nothing more comes: throws where something is missing. */
  end(): void;
  close(): void;
}

export interface DecodedPcm {
  /** Samples a second. */
  readonly rate: number;
  readonly channels: Pcm;
}

/** Writes sound of 48 kHz, always with as many channels as it had at first. */
export interface SoundEncoder {
  add(channels: Pcm): Uint8Array;
  /** What is left, and what belongs at the file's start in place of what was written there. */
  end(): { readonly rest: Uint8Array; readonly start?: Uint8Array };
  close(): void;
}

/** Of everything that is encoded. */
export const RATE = 48_000;

/** What is wrong with a file. */
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

/** One channel of what may be two. */
export function monoOf([left = new Float32Array(0), right]: Pcm): Float32Array {
  return right === undefined ? left : left.map((sample, i) => (sample + (right[i] ?? 0)) / 2);
}

/** As 16 bits, cut off at the full scale; what is no number is silence. */
export function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))));
}
