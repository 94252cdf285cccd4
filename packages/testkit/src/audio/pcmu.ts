/** G.711 µ-law (ITU-T G.711), written apart from the server's so that one checks the other. */

export function encodePcmu(pcm: Int16Array): Buffer {
  return Buffer.from(Uint8Array.from(pcm, compress));
}

export function decodePcmu(payload: Uint8Array): Int16Array {
  return Int16Array.from(payload, expand);
}

const BIAS = 132;

function compress(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), 32_635) + BIAS;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function expand(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7);
  return (bits & 0x80) === 0 ? magnitude - BIAS : BIAS - magnitude;
}
