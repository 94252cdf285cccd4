/** ITU-T G.711 in both laws: 16-bit samples at 8 kHz to octets and back. */
export const G711 = {
  PCMU: { encode: encodeMu, decode: (codes: Uint8Array) => Int16Array.from(codes, (code) => MU_SAMPLES[code] ?? 0) },
  PCMA: { encode: encodeA, decode: (codes: Uint8Array) => Int16Array.from(codes, (code) => A_SAMPLES[code] ?? 0) },
} as const;

const BIAS = 132; // µ-law: added to the 14-bit magnitude in 16-bit samples, so that each segment starts at a power of two
const CLIP = 32_635;

function encodeMu(pcm: Int16Array): Uint8Array {
  return Uint8Array.from(pcm, (sample) => {
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
    const segment = 24 - Math.clz32(magnitude); // 0 to 7: the position of the leading one above bit 7
    const step = (magnitude >> (segment + 3)) & 0x0f;
    return ~(sign | (segment << 4) | step);
  });
}

const MU_SAMPLES = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
});

const EVEN_BITS = 0x55; // A-law inverts them on the line

/** 13 bits: the two lowest segments have the same step; each further one has twice the step of the one before. */
function encodeA(pcm: Int16Array): Uint8Array {
  return Uint8Array.from(pcm, (sample) => {
    const sign = sample < 0 ? 0 : 0x80;
    const magnitude = (sample < 0 ? ~sample : sample) >> 3;
    const segment = Math.max(0, 27 - Math.clz32(magnitude)); // 0 to 7: the position of the leading one above bit 4
    const step = (magnitude >> Math.max(1, segment)) & 0x0f;
    return (sign | (segment << 4) | step) ^ EVEN_BITS;
  });
}

const A_SAMPLES = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ EVEN_BITS;
  const segment = (bits >> 4) & 7;
  const middle = ((bits & 0x0f) << 4) + 8; // of the step
  const magnitude = segment === 0 ? middle : (middle + 0x100) << (segment - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
});
