import { createOpusCoder } from "../opus/opus-coder.ts";

const FRAME = 960; // samples in 20 ms at 48 kHz

/** 16-bit samples at 48 kHz to Opus packets of 20 ms each, all with one encoder state. */
export function encodeOpus(pcm: Int16Array): readonly Uint8Array[] {
  const coder = createOpusCoder(48_000);
  try {
    return Array.from({ length: Math.floor(pcm.length / FRAME) }, (_, i) =>
      coder.encode(pcm.subarray(i * FRAME, (i + 1) * FRAME)),
    );
  } finally {
    coder.close();
  }
}
