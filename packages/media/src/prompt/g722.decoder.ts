import { QMF, QMF_TAPS, at, clamp, createBand, followHigh, followLow, highDifference, saturate } from "./g722.band.ts";
import type { Band } from "./g722.band.ts";

/** Decodes G.722 at 64 kbit/s (ITU-T G.722, 09/2012) to 16-bit samples at 16 kHz; the state is kept between calls. */
export function createG722Decoder(): (codes: Uint8Array) => Int16Array {
  const low = createBand({ scale: 32 });
  const high = createBand({ scale: 8 });
  const history = new Int32Array(QMF_TAPS);
  return (codes) => {
    const pcm = new Int16Array(codes.length * 2);
    for (const [i, code] of codes.entries()) {
      const lower = decodeLow(low, code & 0x3f);
      const upper = decodeHigh(high, code >> 6);
      history.copyWithin(0, 2);
      history[QMF_TAPS - 2] = lower + upper;
      history[QMF_TAPS - 1] = lower - upper;
      const [even, odd] = joinBands(history);
      pcm[2 * i] = saturate(odd);
      pcm[2 * i + 1] = saturate(even);
    }
    return pcm;
  };
}

/** Output of the 6-bit inverse quantizer, table 16. */
const LOW_OUTPUT = [
  -136, -136, -136, -136, -24808, -21904, -19008, -16704, -14984, -13512, -12280, -11192, -10232, -9360, -8576, -7856,
  -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400, -2032, -1688, -1360, -1040, -728, 24808,
  21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456, 4944, 4464, 4008,
  3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136, -432, -136,
];

function decodeLow(band: Band, code: number): number {
  const difference = (band.scale * at(LOW_OUTPUT, code)) >> 15;
  const sample = clamp(band.estimate + difference, -16_384, 16_383);
  followLow(band, code);
  return sample;
}

function decodeHigh(band: Band, code: number): number {
  const sample = clamp(band.estimate + highDifference(band, code), -16_384, 16_383);
  followHigh(band, code);
  return sample;
}

function joinBands(history: Int32Array): readonly [even: number, odd: number] {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < QMF.length; i += 1) {
    even += at(history, 2 * i) * at(QMF, i);
    odd += at(history, 2 * i + 1) * at(QMF, QMF.length - 1 - i);
  }
  return [even >> 11, odd >> 11];
}
