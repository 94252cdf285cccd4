import { amplitudeAt, tonePcm } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOpusCoder } from "./opus-coder.ts";

test("REC-5 several coders in one thread do not affect each other's audio", () => {
  const coders = Array.from({ length: 30 }, (_, i) => ({ coder: createOpusCoder(48_000), hz: 300 + i * 20 }));
  const heard = coders.map(() => new Int16Array(24_000));
  for (let frame = 0; frame < 25; frame += 1) {
    for (const [i, { coder, hz }] of coders.entries()) {
      const tone = { frequencyHz: hz, amplitude: 0.5 };
      const pcm = tonePcm(tone, { sampleRate: 48_000, samples: 960, fromSample: frame * 960 });
      heard[i]?.set(coder.decode(coder.encode(pcm)) ?? [], frame * 960);
    }
  }
  for (const [i, { coder, hz }] of coders.entries()) {
    const settled = heard[i]?.subarray(9_600) ?? new Int16Array(0);
    expect(amplitudeAt(settled, 48_000, hz)).toBeCloseTo(0.5, 1);
    expect(amplitudeAt(settled, 48_000, hz + 20)).toBeLessThan(0.02);
    coder.close();
  }
});

test("REC-5 a coder accepts frames of any length, and detects bytes that are not a packet", () => {
  const coder = createOpusCoder(48_000);
  for (const ms of [10, 20, 40, 60]) {
    const pcm = tonePcm({ frequencyHz: 440, amplitude: 0.5 }, { sampleRate: 48_000, samples: 48 * ms });
    expect(coder.decode(coder.encode(pcm))).toHaveLength(48 * ms);
  }
  expect(coder.decode(Uint8Array.of(0xff))).toBeUndefined();
  expect(coder.decode(new Uint8Array(5_000))).toBeUndefined();
  expect(() => coder.encode(new Int16Array(777))).toThrow("777 samples");
  coder.close();
  coder.close();
});

test("REC-5 adding coders until the memory grows does not affect earlier ones", () => {
  const [first, ...rest] = Array.from({ length: 700 }, () => createOpusCoder(8000));
  const pcm = tonePcm({ frequencyHz: 440, amplitude: 0.5 }, { sampleRate: 8000, samples: 160 });
  expect(first?.decode(first.encode(pcm))).toHaveLength(160);
  first?.close();
  for (const coder of rest) coder.close();
});
