import { QMF, QMF_TAPS, at, createBand, followHigh, followLow, saturate } from "./g722.band.ts";
import type { Band } from "./g722.band.ts";

/** Encodes 16-bit samples at 16 kHz in G.722 at 64 kbit/s (ITU-T G.722, 09/2012); the state is kept between calls. */
export function createG722Encoder(): (pcm: Int16Array) => Uint8Array {
  const low = createBand({ scale: 32 });
  const high = createBand({ scale: 8 });
  const history = new Int32Array(QMF_TAPS);
  return (pcm) => {
    const codes = new Uint8Array(pcm.length >> 1);
    for (let i = 0; i < codes.length; i += 1) {
      history.copyWithin(0, 2);
      history[QMF_TAPS - 2] = pcm[2 * i] ?? 0;
      history[QMF_TAPS - 1] = pcm[2 * i + 1] ?? 0;
      const [lower, upper] = splitBands(history);
      codes[i] = (encodeHigh(high, upper) << 6) | encodeLow(low, lower);
    }
    return codes;
  };
}

function splitBands(history: Int32Array): readonly [lower: number, upper: number] {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < QMF.length; i += 1) {
    odd += at(history, 2 * i) * at(QMF, i);
    even += at(history, 2 * i + 1) * at(QMF, QMF.length - 1 - i);
  }
  return [(even + odd) >> 14, (even - odd) >> 14];
}

/** Decision levels of the 6-bit quantizer, table 14. */
const LOW_LEVELS = [
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219, 1339,
  1458, 1612, 1765, 1980, 2195, 2557, 2919,
];
const HIGH_LEVEL = 564;

function encodeLow(band: Band, sample: number): number {
  const error = saturate(sample - band.estimate);
  const magnitude = error >= 0 ? error : -(error + 1);
  let level = 1;
  while (level < LOW_LEVELS.length && magnitude >= (at(LOW_LEVELS, level) * band.scale) >> 12) level += 1;
  const code = lowCode(level, error < 0);
  followLow(band, code);
  return code;
}

/** Table 14's codes count down: 61 to 32 for positive, 63, 62 and then 31 to 4 for negative differences. */
function lowCode(level: number, negative: boolean): number {
  if (!negative) return 62 - level;
  return level <= 2 ? 64 - level : 34 - level;
}

function encodeHigh(band: Band, sample: number): number {
  const error = saturate(sample - band.estimate);
  const magnitude = error >= 0 ? error : -(error + 1);
  const large = magnitude >= (HIGH_LEVEL * band.scale) >> 12;
  const code = (error < 0 ? 0 : 2) + (large ? 0 : 1);
  followHigh(band, code);
  return code;
}
