import { amplitudeAt, readRecording } from "@callpanel/testkit";
import { describe, expect, test } from "vitest";
import { HEARD, levelAt, newRecording, part, SAID, SILENT, speaker, toneAt } from "../../test/recorded-speech.ts";
import { PRE_SKIP, recordedMs } from "./ogg-opus.ts";
import { parseOpusPacket, writeOpusPacket } from "./opus-packet.ts";
import type { Recorder } from "./recorder.ts";

describe("a recording's file", () => {
  test("REC-1 is Ogg Opus of two streams: the sent sound left, the received sound right, at their frequency and level", async () => {
    const { run, stop } = newRecording();
    run(3_000, { said: speaker(SAID), heard: speaker(HEARD) });
    const { read, ended } = await stop();
    expect(toneAt(read.left, 500, 2_500).frequencyHz).toBeCloseTo(440, -1);
    expect(amplitudeAt(part(read.left, 500, 2_500), 48_000, 440)).toBeCloseTo(0.5, 1);
    expect(amplitudeAt(part(read.left, 500, 2_500), 48_000, 1000)).toBeLessThan(0.01);
    expect(toneAt(read.right, 500, 2_500).frequencyHz).toBeCloseTo(1000, -1);
    expect(amplitudeAt(part(read.right, 500, 2_500), 48_000, 1000)).toBeCloseTo(0.25, 1);
    expect(amplitudeAt(part(read.right, 500, 2_500), 48_000, 440)).toBeLessThan(0.01);
    expect(ended).toMatchObject({ durationMs: 3_000, marks: [] });
  });

  test("REC-1 has the pages, positions and length that RFC 3533 and RFC 7845 require", async () => {
    const { run, stop, bytes } = newRecording();
    run(2_010, { said: speaker(SAID) });
    const { read, ended } = await stop();
    expect(read.pages.map(({ sequence }) => sequence)).toEqual(read.pages.map((_, i) => i));
    expect(read.pages.map(({ first }) => first)).toEqual(read.pages.map((_, i) => i === 0));
    expect(read.pages.map(({ last }) => last)).toEqual(read.pages.map((_, i) => i === read.pages.length - 1));
    expect(new Set(read.pages.map(({ serial }) => serial))).toEqual(new Set([77]));
    expect(read.pages.slice(0, 2).map(({ granule, packets }) => [granule, packets.length])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    let samples = 0;
    for (const page of read.pages.slice(2)) {
      samples += page.packets.length * 960;
      expect(page.packets.length).toBeGreaterThan(0);
      expect(page.last ? samples - page.granule : page.granule - samples).toBeLessThan(960);
      expect(page.granule).toBeLessThanOrEqual(samples);
    }
    expect(read.preSkip).toBe(PRE_SKIP);
    expect(read.durationMs).toBe(2_010);
    expect(ended).toEqual({ durationMs: 2_010, bytes: bytes().length, marks: [] });
    expect(recordedMs(bytes())).toBe(2_010);
  });

  test("REC-11 of one party only, it has one stream, with the sent sound", async () => {
    const { run, stop, bytes } = newRecording({ sides: "said" });
    run(2_000, { said: speaker(SAID), heard: speaker(HEARD) });
    const { read, ended } = await stop();
    expect(toneAt(read.left, 500, 1_500).frequencyHz).toBeCloseTo(440, -1);
    expect(amplitudeAt(part(read.left, 500, 1_500), 48_000, 1000)).toBeLessThan(0.01);
    expect(read.right).toHaveLength(0);
    expect(read.durationMs).toBe(2_000);
    expect(ended.bytes).toBe(bytes().length);
  });

  test("REC-1 a recording that is stopped immediately is a valid file", async () => {
    const { stop } = newRecording();
    const { read, ended } = await stop();
    expect(ended.durationMs).toBe(0);
    expect(read.pages).toHaveLength(3);
  });

  test("REC-2 Opus packets of 20 ms are kept unchanged, with any framing", async () => {
    const { recorder, run, stop } = newRecording();
    const of20 = speaker(SAID);
    const of10 = speaker(HEARD, { packetMs: 10 });
    const pair = (): Uint8Array => {
      const [one, two] = [of10.packet(), of10.packet()].map(({ payload }) => parseOpusPacket(payload));
      if (one === undefined || two === undefined) throw new Error("no packet");
      return writeOpusPacket({ ...one, frames: [...one.frames, ...two.frames] });
    };
    const sent: { left: Uint8Array; right: Uint8Array }[] = [];
    for (let i = 0; i < 50; i += 1) {
      const left = of20.packet();
      const right = { ssrc: 2, codec: "opus" as const, timestamp: i * 960, payload: pair() };
      sent.push({ left: left.payload, right: right.payload });
      recorder.said(left);
      recorder.heard(right);
      run(20);
    }
    const { read } = await stop();
    const packets = read.pages.slice(2).flatMap((page) => page.packets);
    for (const [i, { left, right }] of sent.entries()) {
      const packet = Buffer.from(packets[i] ?? []);
      expect(packet.indexOf(left.subarray(1)), `left ${i}`).toBeGreaterThan(0);
      expect(packet.subarray(packet.length - right.length)).toEqual(Buffer.from(right));
    }
    expect(toneAt(read.right, 300, 900).frequencyHz).toBeCloseTo(1000, -1);
  });
});

describe("other packets", () => {
  test.each([
    ["opus", 10],
    ["opus", 40],
    ["opus", 60],
    ["PCMU", 20],
    ["PCMA", 20],
    ["PCMU", 30],
    ["G722", 20],
  ] as const)("REC-5 %s in packets of %d ms becomes Opus of 20 ms", async (codec, packetMs) => {
    const { run, stop } = newRecording();
    run(400);
    run(2_400, { said: speaker(SAID, { codec, packetMs }), heard: speaker(HEARD) });
    const { read } = await stop();
    expect(levelAt(read.left, 0, 390)).toBeLessThan(SILENT);
    expect(toneAt(read.left, 600, 2_700).frequencyHz).toBeCloseTo(440, -1);
    expect(amplitudeAt(part(read.left, 600, 2_700), 48_000, 440)).toBeCloseTo(0.5, 1);
    expect(toneAt(read.right, 600, 2_700).frequencyHz).toBeCloseTo(1000, -1);
  });

  test("REC-5 a change of codec during the call is not audible", async () => {
    const { run, stop } = newRecording();
    run(1_000, { said: speaker(SAID, { ssrc: 1 }) });
    run(1_000, { said: speaker(SAID, { ssrc: 1, codec: "PCMU" }) });
    const { read } = await stop();
    expect(levelAt(read.left, 200, 900)).toBeCloseTo(0.5 / Math.SQRT2, 1);
    expect(levelAt(read.left, 1_200, 1_900)).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });

  test("REC-5 bytes that are not Opus are a gap", async () => {
    const { recorder, run } = newRecording();
    for (let i = 0; i < 200; i += 1) {
      const payload = Uint8Array.from({ length: 1 + (i % 40) }, (_, at) => (i * 37 + at * 101) & 0xff);
      recorder.said({ ssrc: 1, codec: "opus", timestamp: i * 960, payload });
      recorder.heard({ ssrc: 1, codec: "opus", timestamp: i * 960, payload: payload.subarray(0, i % 3) });
      run(20);
    }
    recorder.stop();
    expect(await recorder.ended).toMatchObject({ durationMs: 4_000 });
  });
});

describe("a pause", () => {
  test("REC-7 leaves silence of its real length and a mark", async () => {
    const { recorder, run, stop } = newRecording();
    const speakers = { said: speaker(SAID), heard: speaker(HEARD) };
    run(1_000, speakers);
    recorder.pause(true);
    recorder.pause(true);
    run(1_510, speakers);
    recorder.pause(false);
    recorder.pause(false);
    run(1_000, speakers);
    const { read, ended } = await stop();
    expect(ended).toMatchObject({ durationMs: 3_510, marks: [{ offsetMs: 1_000, durationMs: 1_510 }] });
    for (const channel of [read.left, read.right]) {
      expect(levelAt(channel, 300, 980)).toBeGreaterThan(0.1);
      expect(levelAt(channel, 1_060, 2_500)).toBeLessThan(SILENT);
      expect(levelAt(channel, 2_600, 3_400)).toBeGreaterThan(0.1);
    }
  });

  test("REC-7 lasts to the end of a recording that is stopped in it", async () => {
    const { recorder, run, stop } = newRecording();
    const said = speaker(SAID);
    run(1_000, { said });
    recorder.pause(true);
    run(500, { said });
    const { read, ended } = await stop();
    expect(ended.marks).toEqual([{ offsetMs: 1_000, durationMs: 500 }]);
    expect(levelAt(read.left, 1_060, 1_500)).toBeLessThan(SILENT);
  });
});

describe("the disk", () => {
  test("REC-8 has all but the last second at any time, and a truncated file is playable up to there", async () => {
    const { run, bytes } = newRecording();
    const speakers = { said: speaker(SAID), heard: speaker(HEARD) };
    for (let ms = 0; ms < 5_000; ms += 130) {
      run(130, speakers);
      await turn();
      if (ms < 1_000) continue;
      expect(ms + 130 - (recordedMs(bytes()) ?? 0)).toBeLessThanOrEqual(1_000);
    }
    const cut = bytes().subarray(0, bytes().length - 100);
    const read = readRecording(cut);
    expect(recordedMs(cut.subarray(-8_192))).toBe(Math.floor(read.durationMs));
    expect(toneAt(read.left, 500, 3_500).frequencyHz).toBeCloseTo(440, -1);
  });

  test("REC-8 a file without audio so far has no length", async () => {
    const { bytes } = newRecording();
    await turn();
    expect(recordedMs(bytes())).toBeUndefined();
    expect(recordedMs(new Uint8Array(0))).toBeUndefined();
    expect(recordedMs(Buffer.from("OggS".repeat(50)))).toBeUndefined();
  });

  test("REC-9 a full disk ends the recording, and the part on it counts", async () => {
    let written = 0;
    const write = async (bytes: Uint8Array): Promise<void> => {
      if (written + bytes.length > 6_000) throw new Error("ENOSPC: no space left on device, write");
      written += bytes.length;
    };
    const { recorder, run } = newRecording({ write });
    const said = speaker(SAID);
    for (let i = 0; i < 10; i += 1) {
      run(500, { said });
      await turn();
    }
    const ended = await recorder.ended;
    expect(ended).toMatchObject({ bytes: written, failure: "ENOSPC: no space left on device, write" });
    expect(ended.durationMs).toBeGreaterThan(400);
    expect(ended.durationMs).toBeLessThan(3_000);
  });

  test("REC-9 an error in the recording affects only the recording", async () => {
    const { recorder } = newRecording();
    const fault = {
      ssrc: 1,
      codec: "opus" as const,
      timestamp: 0,
      get payload(): Uint8Array {
        throw new Error("odd");
      },
    };
    expect(() => recorder.said(fault)).not.toThrow();
    expect(await recorder.ended).toMatchObject({ failure: "odd" });
    expect(stillTakes(recorder)).toBe(true);
  });
});

function stillTakes(recorder: Recorder): boolean {
  recorder.said(speaker(SAID).packet());
  recorder.beat();
  recorder.pause(true);
  recorder.stop();
  return true;
}

/** Lets pending writes finish. */
async function turn(): Promise<void> {
  for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
