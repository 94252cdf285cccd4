/** People with tones that are recorded, on a clock of the test. */
import { dominantTone, readRecording, rmsLevel, tonePcm, type ReadRecording, type Tone } from "@callpanel/testkit";
import { onTestFinished } from "vitest";
import type { AudioCodec, RecordedSides, RecordedSound } from "../src/media.port.ts";
import { createOpusCoder } from "../src/opus/opus-coder.ts";
import { G711 } from "../src/prompt/g711.ts";
import { createG722Encoder } from "../src/prompt/g722.encoder.ts";
import { createRecorder } from "../src/recording/recorder.ts";

export const SAID: Tone = { frequencyHz: 440, amplitude: 0.5 };
export const HEARD: Tone = { frequencyHz: 1000, amplitude: 0.25 };
const RATES = { opus: 48_000, G722: 16_000, PCMU: 8000, PCMA: 8000 } as const;
const CLOCKS = { opus: 48_000, G722: 8000, PCMU: 8000, PCMA: 8000 } as const;

/** A party that sends a tone in packets of one length, one after the other. */
export function speaker(
  tone: Tone,
  options: { codec?: AudioCodec; packetMs?: number; ssrc?: number; timestamp?: number } = {},
) {
  const { codec = "opus", packetMs = 20, ssrc = 1, timestamp = 0xffff_f000 } = options; // wraps within a second
  const coder = createOpusCoder(48_000);
  onTestFinished(() => coder.close());
  const samples = (RATES[codec] * packetMs) / 1000;
  let sent = 0;
  // Its encoder keeps no state between calls, so everything is encoded in one call.
  const g722 =
    codec === "G722" ? createG722Encoder()(tonePcm(tone, { sampleRate: 16_000, samples: 80_000 })) : undefined;
  const encode = (pcm: Int16Array): Uint8Array => {
    if (g722 !== undefined) return g722.subarray((sent * samples) / 2, ((sent + 1) * samples) / 2);
    return codec === "PCMU" || codec === "PCMA" ? G711[codec].encode(pcm) : coder.encode(pcm);
  };
  return {
    packetMs,
    packet: (skippedMs = 0) => {
      const pcm = tonePcm(tone, { sampleRate: RATES[codec], samples, fromSample: sent * samples });
      const at = timestamp + ((sent * packetMs + skippedMs) * CLOCKS[codec]) / 1000;
      const payload = encode(pcm);
      sent += 1;
      return { ssrc, codec, timestamp: at >>> 0, payload };
    },
  };
}

type Speaker = ReturnType<typeof speaker>;

/** A recording with its own clock, in memory. */
export function newRecording(file: { write?: (bytes: Uint8Array) => Promise<void>; sides?: RecordedSides } = {}) {
  const chunks: Uint8Array[] = [];
  let now = 5_000;
  const recorder = createRecorder({
    now: () => now,
    serial: 77,
    path: "/nowhere",
    sides: file.sides ?? "both",
    open: async () => ({
      write: file.write ?? (async (bytes) => void chunks.push(bytes)),
      close: async () => undefined,
    }),
    cut: async () => undefined,
  });
  /** Advances the time; each speaker sends a packet when one is due. */
  const run = (ms: number, speakers: { said?: Speaker; heard?: Speaker } = {}): void => {
    for (let gone = 0; gone < ms; gone += 10, now += 10) {
      if (speakers.said !== undefined && gone % speakers.said.packetMs === 0) recorder.said(speakers.said.packet());
      if (speakers.heard !== undefined && gone % speakers.heard.packetMs === 0) recorder.heard(speakers.heard.packet());
      if (gone % 20 === 0) recorder.beat();
    }
  };
  const bytes = (): Buffer => Buffer.concat(chunks);
  const stop = async (): Promise<{ read: ReadRecording; ended: RecordedSound }> => {
    recorder.stop();
    const ended = await recorder.ended;
    return { read: readRecording(bytes()), ended };
  };
  const stall = (ms: number): void => {
    now += ms;
  };
  return { recorder, run, stop, bytes, stall };
}

export const part = (pcm: Int16Array, fromMs: number, toMs: number): Int16Array => pcm.subarray(fromMs * 48, toMs * 48);
export const toneAt = (pcm: Int16Array, fromMs: number, toMs: number) => dominantTone(part(pcm, fromMs, toMs), 48_000);
export const levelAt = (pcm: Int16Array, fromMs: number, toMs: number) => rmsLevel(part(pcm, fromMs, toMs));
/** Splits audio into parts, without the first one, in which the coder starts. */
export const windows = (pcm: Int16Array, ms: number): readonly number[] =>
  Array.from({ length: Math.floor(pcm.length / (ms * 48)) - 1 }, (_, at) => levelAt(pcm, (at + 1) * ms, (at + 2) * ms));
export const SILENT = 0.001;
