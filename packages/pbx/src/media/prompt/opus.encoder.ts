import OpusScript from "opusscript";

const FRAME = 960; // samples in 20 ms at 48 kHz
const BITRATE = 32_000; // bits a second, what a browser spends on speech

/** 16-bit samples at 48 kHz to Opus packets of 20 ms each. The encoder's state runs through all of them. */
export function encodeOpus(pcm: Int16Array): readonly Uint8Array[] {
  const encoder = new OpusScript(48_000, 1, OpusScript.Application.AUDIO);
  try {
    encoder.setBitrate(BITRATE);
    return Array.from({ length: Math.floor(pcm.length / FRAME) }, (_, i) => {
      const frame = pcm.subarray(i * FRAME, (i + 1) * FRAME);
      return Uint8Array.from(encoder.encode(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength), FRAME));
    });
  } finally {
    encoder.delete();
  }
}
