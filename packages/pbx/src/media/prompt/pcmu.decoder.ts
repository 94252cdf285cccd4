const BIAS = 132; // as in pcmu.encoder.ts

/** G.711 µ-law octets to 16-bit samples at 8 kHz. */
export function decodePcmu(codes: Uint8Array): Int16Array {
  return Int16Array.from(codes, (code) => SAMPLES[code] ?? 0);
}

const SAMPLES = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
});
