/** One channel of samples from -1 to 1. */
export interface Mono {
  readonly samples: Float32Array;
  readonly rateHz: number;
}

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;

/** The maximum duration of a mono 16-bit WAV of this many bytes, in whole seconds. */
export const wavSecondsWithin = (bytes: number, rateHz: number): number =>
  Math.floor((bytes - HEADER_BYTES) / (rateHz * BYTES_PER_SAMPLE));

/** A RIFF WAVE file of 16-bit PCM, one channel. Values above full scale are clipped. */
export function encodeWav({ samples, rateHz }: Mono): ArrayBuffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const file = new ArrayBuffer(HEADER_BYTES + dataBytes);
  const view = new DataView(file);
  writeText(view, 0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeText(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rateHz, true);
  view.setUint32(28, rateHz * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  writeText(view, 36, "data");
  view.setUint32(40, dataBytes, true);
  for (const [at, sample] of samples.entries())
    view.setInt16(HEADER_BYTES + at * BYTES_PER_SAMPLE, sixteenBit(sample), true);
  return file;
}

/** Mixes all channels equally to one. */
export function mixDown(channels: readonly Float32Array[]): Float32Array {
  const [first, ...others] = channels;
  if (first === undefined) return new Float32Array();
  if (others.length === 0) return first;
  return first.map((sample, at) => others.reduce((sum, channel) => sum + (channel[at] ?? 0), sample) / channels.length);
}

function writeText(view: DataView, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index));
}

function sixteenBit(sample: number): number {
  const cut = Math.max(-1, Math.min(1, sample));
  return Math.round(cut < 0 ? cut * 0x80_00 : cut * 0x7f_ff);
}
