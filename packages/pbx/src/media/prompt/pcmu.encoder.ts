const BIAS = 132; // ITU-T G.711: added to the 14-bit magnitude in 16-bit samples, so that each segment starts at a power of two
const CLIP = 32_635;

/** 16-bit samples at 8 kHz to G.711 µ-law octets. */
export function encodePcmu(pcm: Int16Array): Uint8Array {
  return Uint8Array.from(pcm, (sample) => {
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
    const segment = 24 - Math.clz32(magnitude); // 0 to 7: the position of the leading one above bit 7
    const step = (magnitude >> (segment + 3)) & 0x0f;
    return ~(sign | (segment << 4) | step);
  });
}
