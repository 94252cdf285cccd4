import { amplitudeAt, createPacketCodec, dominantTone, rmsLevel } from "@callpanel/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { AUDIO_CODECS } from "../codec.ts";
import type { Prompt } from "../media.port.ts";
import { clipFrame, makeClipLibrary, readClipLibrary } from "./clip.ts";
import { MUSIC_PEDAL_HZ } from "./score.ts";

const MUSIC: Prompt = { kind: "music" };
let clip: ReturnType<typeof readClipLibrary>;

beforeAll(() => {
  clip = readClipLibrary(makeClipLibrary());
});

/** What a far end hears of a prompt from its start. */
function listen(
  codec: "opus" | "PCMU" | "PCMA",
  prompt: Prompt,
  seconds: number,
): { pcm: Int16Array; sampleRate: number } {
  const decoder = createPacketCodec(codec);
  const found = clip(codec, prompt);
  if (found === undefined) throw new Error("no such clip");
  const frames = Array.from({ length: seconds * 50 }, (_, beat) =>
    decoder.decode(Buffer.from(clipFrame(found, beat) ?? [])),
  );
  decoder.close();
  const pcm = Int16Array.from(frames.flatMap((frame) => [...frame]));
  return { pcm, sampleRate: decoder.sampleRate };
}

function cut({ pcm, sampleRate }: { pcm: Int16Array; sampleRate: number }, fromMs: number, toMs: number): Int16Array {
  return pcm.subarray((fromMs * sampleRate) / 1000, (toMs * sampleRate) / 1000);
}

describe.each(["opus", "PCMU", "PCMA"] as const)("prompts in %s", (codec) => {
  test.each([
    ["ringback", [440, 480], 2000, 6000],
    ["busy", [480, 620], 500, 1000],
    ["congestion", [480, 620], 240, 500],
  ] as const)("MEDIA-40 %s has its two frequencies and its cadence", (tone, frequencies, onMs, everyMs) => {
    const sound = listen(codec, { kind: "tone", tone }, 13);
    for (const start of [0, everyMs]) {
      const on = cut(sound, start + 20, start + onMs - 20);
      for (const frequency of frequencies) {
        expect(amplitudeAt(on, sound.sampleRate, frequency)).toBeGreaterThan(0.08);
        expect(amplitudeAt(on, sound.sampleRate, frequency)).toBeLessThan(0.14);
      }
      expect(rmsLevel(cut(sound, start + onMs + 40, start + everyMs - 20))).toBeLessThan(0.005);
    }
  });

  test("MEDIA-40 the beep sounds once", () => {
    const sound = listen(codec, { kind: "tone", tone: "beep" }, 2);
    expect(dominantTone(cut(sound, 20, 380), sound.sampleRate).frequencyHz).toBeCloseTo(1000, -1);
    expect(rmsLevel(cut(sound, 500, 2000))).toBeLessThan(0.005);
    const loud = Array.from({ length: 100 }, (_, at) => rmsLevel(cut(sound, at * 20, at * 20 + 20)) > 0.03);
    expect(Math.abs(loud.filter(Boolean).length * 20 - 400)).toBeLessThanOrEqual(20);
  });

  test("MEDIA-40 the prompt that asks to accept a call is three rising notes, every three seconds", () => {
    const sound = listen(codec, { kind: "tone", tone: "confirm" }, 5);
    for (const start of [0, 3_000]) {
      const notes = [0, 240, 480].map((at) => cut(sound, start + at + 20, start + at + 180));
      const heard = notes.map((note) => Math.round(dominantTone(note, sound.sampleRate).frequencyHz / 20) * 20);
      expect(heard).toEqual([660, 880, 1100]);
    }
    expect(rmsLevel(cut(sound, 800, 2_900))).toBeLessThan(0.005);
  });

  test("MEDIA-43 silence is silent", () => {
    expect(rmsLevel(listen(codec, { kind: "silence" }, 1).pcm)).toBeLessThan(0.002);
  });

  test("MEDIA-41 the pedal is the music's strongest note in every half second, also across the loop point", () => {
    const sound = listen(codec, MUSIC, 26);
    for (let ms = 500; ms + 500 <= 26_000; ms += 1500) {
      const half = cut(sound, ms, ms + 500);
      expect(dominantTone(half, sound.sampleRate).frequencyHz).toBeCloseTo(MUSIC_PEDAL_HZ, -1);
      expect(amplitudeAt(half, sound.sampleRate, MUSIC_PEDAL_HZ)).toBeGreaterThan(0.13);
    }
  });
});

test("MEDIA-41 the music is 24 s long in every codec, in 20 ms packets", () => {
  expect(AUDIO_CODECS.map((codec) => clip(codec, MUSIC)?.frames.length)).toEqual([1200, 1200, 1200, 1200]);
  expect(clip("G722", MUSIC)?.frames.every((frame) => frame.length === 160)).toBe(true);
});
