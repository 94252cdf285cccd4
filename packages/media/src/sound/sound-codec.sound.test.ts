import { amplitudeAt, dominantTone, rmsLevel, tonePcm } from "@callpanel/testkit";
import { describe, expect, test } from "vitest";
import type { AudioCodec } from "../media.port.ts";
import { MIX_FRAME, MIX_RATE, createSoundDecoder, createSoundEncoder, soundLength } from "./sound-codec.ts";

const TONE = { frequencyHz: 1000, amplitude: 0.4 };

function throughCodec(codec: AudioCodec, frequencyHz: number, amplitude = TONE.amplitude): Int16Array {
  const encoder = createSoundEncoder(codec);
  const decoder = createSoundDecoder(codec);
  const out: number[] = [];
  for (let i = 0; i < 50; i += 1) {
    const pcm = tonePcm(
      { frequencyHz, amplitude },
      { sampleRate: MIX_RATE, samples: MIX_FRAME, fromSample: i * MIX_FRAME },
    );
    const payload = encoder.encode(pcm);
    expect(soundLength(codec, payload)).toBe(MIX_FRAME);
    out.push(...(decoder.decode(payload) ?? []));
  }
  encoder.close();
  decoder.close();
  return Int16Array.from(out).subarray(MIX_RATE / 5);
}

describe.each(["opus", "G722", "PCMU", "PCMA"] as const)("%s", (codec) => {
  test("MEDIA-61 keeps frequency and level from PCM to packets and back", () => {
    for (const frequencyHz of [300, 1000, 3000]) {
      const pcm = throughCodec(codec, frequencyHz);
      expect(dominantTone(pcm, MIX_RATE).frequencyHz).toBeCloseTo(frequencyHz, -1);
      expect(amplitudeAt(pcm, MIX_RATE, frequencyHz)).toBeGreaterThan(TONE.amplitude * 0.85);
      expect(amplitudeAt(pcm, MIX_RATE, frequencyHz)).toBeLessThan(TONE.amplitude * 1.1);
    }
  });

  test("MEDIA-61 silence stays silence", () => {
    expect(rmsLevel(throughCodec(codec, 1000, 0))).toBeLessThan(0.002);
  });

  test("MEDIA-17 accepts any bytes without an exception", () => {
    const decoder = createSoundDecoder(codec);
    for (const length of [1, 2, 80, 160, 1500, 4000]) {
      for (let first = 0; first < 256; first += 5) decoder.decode(new Uint8Array(length).fill(first));
    }
    decoder.close();
  });
});

describe("audio outside the range of a narrower codec", () => {
  test.each([
    ["PCMU", 5000, 3000],
    ["PCMA", 5000, 3000],
    ["G722", 9000, 7000],
  ] as const)("MEDIA-61 %s has no alias of %i Hz", (codec, frequencyHz, image) => {
    const pcm = throughCodec(codec, frequencyHz);
    expect(amplitudeAt(pcm, MIX_RATE, image)).toBeLessThan(0.01);
  });
});
