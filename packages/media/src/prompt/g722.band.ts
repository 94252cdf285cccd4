/**
 * The common part of coder and decoder of G.722 (ITU-T G.722, 09/2012): two half-bands of 16 kHz audio, each coded by
 * adaptive differential PCM. Tables and the names of the blocks are those of the Recommendation.
 */
/** One half-band: its quantizer scale and its predictor of two poles and six zeros. Index 0 is the newest value. */
export interface Band {
  estimate: number; // s
  zeroEstimate: number; // sz
  scale: number; // det
  logScale: number; // nb
  readonly poles: Int32Array; // a1, a2
  readonly zeros: Int32Array; // b1 to b6
  readonly differences: Int32Array; // d, six past ones
  readonly reconstructed: Int32Array; // r, two past ones
  readonly partial: Int32Array; // p, two past ones
}

export function createBand({ scale }: { readonly scale: number }): Band {
  return {
    estimate: 0,
    zeroEstimate: 0,
    scale,
    logScale: 0,
    poles: new Int32Array(2),
    zeros: new Int32Array(6),
    differences: new Int32Array(6),
    reconstructed: new Int32Array(2),
    partial: new Int32Array(2),
  };
}

export const QMF_TAPS = 24;
/** Every second coefficient of table 11; the other twelve are the same in reverse order. */
export const QMF = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11];

/** Output of the 4-bit inverse quantizer, table 15. */
const LOW_OUTPUT = [
  0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200, 0,
];
/** Log scale multipliers by 4-bit code, table 16 and its order. */
const LOW_STEPS = [-60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60];
const HIGH_OUTPUT = [-7408, -1616, 7408, 1616];
const HIGH_STEPS = [798, -214, 798, -214];

/** 2048 · 2^(n/32), table 19. */
const SCALES = [
  2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834, 2896, 2960, 3025,
  3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008,
];

/**
 * Blocks 3L and 4L: updates the band by a 6-bit code; the two low bits are ignored, because a network may overwrite
 * them.
 */
export function followLow(band: Band, code: number): void {
  const coarse = code >> 2;
  const difference = (band.scale * at(LOW_OUTPUT, coarse)) >> 15;
  band.logScale = clamp(((band.logScale * 127) >> 7) + at(LOW_STEPS, coarse), 0, 18_432);
  band.scale = scaleOf(band.logScale, 8);
  adapt(band, difference);
}

/** Blocks 3H and 4H: updates the band by a 2-bit code. */
export function followHigh(band: Band, code: number): void {
  const difference = highDifference(band, code);
  band.logScale = clamp(((band.logScale * 127) >> 7) + at(HIGH_STEPS, code), 0, 22_528);
  band.scale = scaleOf(band.logScale, 10);
  adapt(band, difference);
}

/** Block 2H. */
export function highDifference(band: Band, code: number): number {
  return (band.scale * at(HIGH_OUTPUT, code)) >> 15;
}

function scaleOf(logScale: number, shift: number): number {
  const down = shift - (logScale >> 11);
  const mantissa = at(SCALES, (logScale >> 6) & 31);
  return (down < 0 ? mantissa << -down : mantissa >> down) << 2;
}

/** Block 4: adapts the predictor to the quantized difference and computes the next estimate. */
function adapt(band: Band, difference: number): void {
  const partial = saturate(band.zeroEstimate + difference);
  const reconstructed = saturate(band.estimate + difference);
  adaptPoles(band, partial);
  adaptZeros(band, difference);
  push(band.partial, partial);
  push(band.reconstructed, reconstructed);
  push(band.differences, difference);

  const poleEstimate = saturate(
    weighted(at(band.poles, 0), at(band.reconstructed, 0)) + weighted(at(band.poles, 1), at(band.reconstructed, 1)),
  );
  let zeroEstimate = 0;
  for (let i = 5; i >= 0; i -= 1) zeroEstimate += weighted(at(band.zeros, i), at(band.differences, i));
  band.zeroEstimate = saturate(zeroEstimate);
  band.estimate = saturate(poleEstimate + band.zeroEstimate);
}

/** UPPOL1 and UPPOL2. */
function adaptPoles(band: Band, partial: number): void {
  const sameAsLast = sign(partial) === sign(at(band.partial, 0));
  const sameAsBefore = sign(partial) === sign(at(band.partial, 1));
  const first = at(band.poles, 0);
  const lean = saturate(first << 2);
  const towards = sameAsLast ? Math.min(-lean, 32_767) : lean;
  const second = clamp(
    (towards >> 7) + (sameAsBefore ? 128 : -128) + ((at(band.poles, 1) * 32_512) >> 15),
    -12_288,
    12_288,
  );
  const limit = saturate(15_360 - second);
  band.poles[0] = clamp(saturate((sameAsLast ? 192 : -192) + ((first * 32_640) >> 15)), -limit, limit);
  band.poles[1] = second;
}

/** UPZERO. */
function adaptZeros(band: Band, difference: number): void {
  const gain = difference === 0 ? 0 : 128;
  for (let i = 0; i < 6; i += 1) {
    const same = sign(at(band.differences, i)) === sign(difference);
    band.zeros[i] = saturate((same ? gain : -gain) + ((at(band.zeros, i) * 32_640) >> 15));
  }
}

function weighted(coefficient: number, value: number): number {
  return (coefficient * saturate(value + value)) >> 15;
}

function push(values: Int32Array, newest: number): void {
  values.copyWithin(1, 0);
  values[0] = newest;
}

function sign(value: number): number {
  return value >> 15;
}

export function saturate(value: number): number {
  return clamp(value, -32_768, 32_767);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

export function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}
