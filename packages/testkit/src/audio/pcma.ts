/** G.711 A-law (ITU-T G.711), written apart from the server's so that one checks the other: here a code is looked for. */

export function encodePcma(pcm: Int16Array): Buffer {
  return Buffer.from(Uint8Array.from(pcm, nearest));
}

export function decodePcma(payload: Uint8Array): Int16Array {
  return Int16Array.from(payload, expand);
}

/** Decision values of G.711 table 1a in 16-bit samples: each segment has 16 steps, the first two of equal size. */
function expand(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits & 0x70) >> 4;
  const mantissa = bits & 0x0f;
  const step = exponent < 2 ? 16 : 16 * 2 ** (exponent - 1);
  const base = exponent === 0 ? 0 : 256 * 2 ** (exponent - 1);
  const magnitude = base + mantissa * step + step / 2;
  return bits >= 0x80 ? magnitude : -magnitude;
}

/** All codes by their sample. */
const CODES = Array.from({ length: 256 }, (_, code) => ({ code, sample: expand(code) })).toSorted(
  (one, other) => one.sample - other.sample,
);

function nearest(sample: number): number {
  let low = 0;
  let high = CODES.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [one, next] = [CODES[middle], CODES[middle + 1]];
    if (one !== undefined && next !== undefined && (one.sample + next.sample) / 2 < sample) low = middle + 1;
    else high = middle;
  }
  return CODES[low]?.code ?? 0;
}
