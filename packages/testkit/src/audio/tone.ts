/** A pure tone, the sound that tests send: what arrives can be distinguished from noise, silence and any other party. */
export interface Tone {
  readonly frequencyHz: number;
  /** Of full scale, 0 to 1. */
  readonly amplitude: number;
}

/** 16-bit mono samples of a tone. `fromSample` continues one made earlier without a click. */
export function tonePcm(
  tone: Tone,
  options: { readonly sampleRate: number; readonly samples: number; readonly fromSample?: number },
): Int16Array {
  const { sampleRate, samples, fromSample = 0 } = options;
  const step = (2 * Math.PI * tone.frequencyHz) / sampleRate;
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(Math.sin(step * (fromSample + i)) * tone.amplitude * 32_767),
  );
}

/** A RIFF/WAVE file of 16-bit mono PCM, as Chromium's `--use-file-for-fake-audio-capture` wants it. */
export function wavFile(pcm: Int16Array, sampleRate: number): Buffer {
  const body = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "ascii");
  header.writeUInt32LE(36 + body.length, 4);
  header.write("WAVEfmt ", 8, "ascii");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "ascii");
  header.writeUInt32LE(body.length, 40);
  return Buffer.concat([header, body]);
}
