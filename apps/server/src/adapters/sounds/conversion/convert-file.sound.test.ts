import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOggOpus, createOpusCoder, parseOpusPacket, recordedMs } from "@callpanel/media";
import { amplitudeAt, encodePcmu, tonePcm, wavFile } from "@callpanel/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { convertFile, type FileConversion } from "./convert-file.ts";

const folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECONDS = 0.6;
const ALL = ["wav", "mp3", "ogg"] as const;
let count = 0;

/** Converts a file and returns the result. */
async function convert(bytes: Uint8Array, format: FileConversion["format"], over: Partial<FileConversion> = {}) {
  count += 1;
  const source = join(folder, `${count}.source`);
  const target = join(folder, `${count}.target`);
  writeFileSync(source, bytes);
  const order = { source, target, format, accepts: ALL, mostMs: 60_000, serial: count, ...over };
  const { durationMs } = await convertFile(order);
  return { bytes: readFileSync(target), durationMs };
}

/** Channels of a WAV file of 16 bits. */
function channelsOf(wav: Buffer): readonly Int16Array[] {
  const channels = wav.readUInt16LE(22);
  const sound = wav.subarray(44);
  return Array.from({ length: channels }, (_, channel) =>
    Int16Array.from({ length: sound.length / (2 * channels) }, (_sample, i) =>
      sound.readInt16LE(2 * (i * channels + channel)),
    ),
  );
}

/** The level of a frequency in a channel of a WAV file of 48 kHz, without its edges. */
function levelIn(wav: Buffer, hz: number, channel = 0): number {
  const pcm = channelsOf(wav)[channel] ?? new Int16Array(0);
  return amplitudeAt(pcm.subarray(4_800, -4_800), 48_000, hz);
}

const tone = (hz: number, sampleRate: number): Int16Array =>
  tonePcm({ frequencyHz: hz, amplitude: 0.5 }, { sampleRate, samples: Math.round(sampleRate * SECONDS) });

interface Shape {
  readonly code: number;
  readonly bits: number;
  readonly rate: number;
  readonly write: (into: Buffer, sample: number, at: number) => unknown;
  readonly right?: Int16Array;
}

/** A WAV file of a kind other than 16-bit PCM. */
function wav(pcm: Int16Array, { code, bits, rate, write, right }: Shape): Buffer {
  const channels = right === undefined ? [pcm] : [pcm, right];
  const bytes = bits / 8;
  const sound = Buffer.alloc(pcm.length * bytes * channels.length);
  for (const [i] of pcm.entries())
    for (const [c, channel] of channels.entries()) write(sound, channel[i] ?? 0, (i * channels.length + c) * bytes);
  const head = wavFile(new Int16Array(0), rate);
  head.writeUInt16LE(code, 20);
  head.writeUInt16LE(channels.length, 22);
  head.writeUInt16LE(bytes * channels.length, 32);
  head.writeUInt16LE(bits, 34);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

const KINDS: ReadonlyArray<readonly [string, Omit<Shape, "rate">]> = [
  ["8-bit PCM", { code: 1, bits: 8, write: (to, s, at) => to.writeUInt8((s >> 8) + 128, at) }],
  ["16-bit PCM", { code: 1, bits: 16, write: (to, s, at) => to.writeInt16LE(s, at) }],
  ["24-bit PCM", { code: 1, bits: 24, write: (to, s, at) => to.writeIntLE(s * 256, at, 3) }],
  ["32-bit PCM", { code: 1, bits: 32, write: (to, s, at) => to.writeInt32LE(s * 65_536, at) }],
  ["32-bit float", { code: 3, bits: 32, write: (to, s, at) => to.writeFloatLE(s / 32_768, at) }],
  ["64-bit float", { code: 3, bits: 64, write: (to, s, at) => to.writeDoubleLE(s / 32_768, at) }],
  ["µ-law", { code: 7, bits: 8, write: (to, s, at) => to.set(encodePcmu(Int16Array.of(s)), at) }],
];

describe("formats that can be read", () => {
  it.each(KINDS)("SOUND-10 a WAV of %s becomes Ogg Opus with the same sound and length", async (_, kind) => {
    const ogg = await convert(wav(tone(440, 16_000), { ...kind, rate: 16_000 }), "ogg");
    expect(ogg.durationMs).toBeCloseTo(SECONDS * 1_000, -1);
    expect(recordedMs(ogg.bytes)).toBeCloseTo(SECONDS * 1_000, -1);
    const back = await convert(ogg.bytes, "wav");
    expect(levelIn(back.bytes, 440)).toBeCloseTo(0.5, 1);
    expect(levelIn(back.bytes, 700)).toBeLessThan(0.02);
  });

  it.each([8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])(
    "SOUND-10 a WAV of %i Hz keeps its pitch and loudness",
    async (rate) => {
      const { bytes, durationMs } = await convert(wavFile(tone(440, rate), rate), "wav");
      expect(durationMs).toBeCloseTo(SECONDS * 1_000, -1);
      expect(levelIn(bytes, 440)).toBeGreaterThan(0.49);
      expect(levelIn(bytes, 440)).toBeLessThan(0.51);
    },
  );

  it("SOUND-10 A-law is read as defined in G.711", async () => {
    const levels = Buffer.of(0xd5, 0x55, 0xaa, 0x2a); // 8, -8, 32 256, -32 256 of 32 768
    const { bytes } = await convert(
      wav(new Int16Array(4), {
        code: 6,
        bits: 8,
        rate: 48_000,
        write: (to, _, at) => to.writeUInt8(levels[at] ?? 0, at),
      }),
      "wav",
    );
    expect([...(channelsOf(bytes)[0] ?? [])]).toEqual([8, -8, 32_255, -32_255]);
  });

  it("SOUND-11 both sides of a recording stay separate in WAV and MP3: left and right", async () => {
    const recording = recordingOf(tone(440, 48_000), tone(880, 48_000));
    const direct = await convert(recording, "wav");
    const mp3 = await convert(recording, "mp3");
    expect(mp3.durationMs).toBeCloseTo(SECONDS * 1_000, -1);
    const overMp3 = await convert(mp3.bytes, "wav", { accepts: ["mp3"] });
    for (const { bytes } of [direct, overMp3]) {
      expect(levelIn(bytes, 440, 0)).toBeCloseTo(0.5, 1);
      expect(levelIn(bytes, 880, 1)).toBeCloseTo(0.5, 1);
      expect(levelIn(bytes, 880, 0)).toBeLessThan(0.02);
      expect(levelIn(bytes, 440, 1)).toBeLessThan(0.02);
    }
  });

  it("SOUND-10 a stereo upload becomes one channel with both", async () => {
    const [, kind] = KINDS[1] ?? ["", undefined];
    if (kind === undefined) throw new Error("no kind");
    const ogg = await convert(wav(tone(440, 44_100), { ...kind, rate: 44_100, right: tone(880, 44_100) }), "ogg");
    const { bytes } = await convert(ogg.bytes, "wav");
    expect(channelsOf(bytes)).toHaveLength(1);
    expect(levelIn(bytes, 440)).toBeCloseTo(0.25, 1);
    expect(levelIn(bytes, 880)).toBeCloseTo(0.25, 1);
  });

  it("SOUND-11 a truncated recording is read up to its last complete page", async () => {
    const recording = recordingOf(tone(440, 48_000), tone(880, 48_000));
    const { durationMs } = await convert(recording.subarray(0, -100), "wav");
    expect(durationMs).toBeGreaterThan(400);
    expect(durationMs).toBeLessThan(SECONDS * 1_000);
  });
});

/** Made by ffmpeg: 0.6 s of 440 Hz, in stereo 880 Hz on the right. */
const FILES = [
  ["tone-vbr-id3.mp3", "stereo of 44.1 kHz, variable rate, with a tag and a picture", [440, 880]],
  ["tone-22khz.mp3", "MPEG-2, 22.05 kHz, one channel", [440]],
  ["tone-stereo.opus", "a coupled stream in packets of 60 ms", [440, 880]],
  ["tone-list.wav", "24 bits, 8 kHz, extensible, with a list before the sound", [440, 880]],
] as const;

describe("files made by other programs", () => {
  it.each(FILES)("SOUND-10 %s is read: %s", async (name, _, heard) => {
    const file = readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
    const ogg = await convert(file, "ogg");
    expect(Math.abs(ogg.durationMs - SECONDS * 1_000)).toBeLessThan(60);
    const { bytes } = await convert(ogg.bytes, "wav");
    for (const hz of heard) expect(levelIn(bytes, hz)).toBeCloseTo(0.5 / heard.length, 1);
    expect(levelIn(bytes, 660)).toBeLessThan(0.02);
    const cut = convert(file.subarray(0, Math.floor(file.length * 0.7)), "ogg");
    // MP3 frames are independent; this Opus file is a single page.
    if (name.endsWith(".mp3")) expect((await cut).durationMs).toBeLessThan(SECONDS * 1_000);
    else await expect(cut).rejects.toMatchObject({ kind: "cut" });
  });
});

describe("files that cannot be read", () => {
  const GOOD = wavFile(tone(440, 8_000), 8_000);
  const changed = (change: (file: Buffer) => unknown): Buffer => {
    const file = Buffer.from(GOOD);
    change(file);
    return file;
  };
  it.each([
    ["nothing", Buffer.alloc(0), "empty"],
    ["text", Buffer.from("hello, this is no sound"), "unreadable"],
    ["a WAV without sound", Buffer.from(GOOD.subarray(0, 44)).fill(0, 40), "empty"],
    ["a cut WAV", wavFile(tone(440, 8_000), 8_000).subarray(0, 3_000), "cut"],
    ["a cut head", wavFile(tone(440, 8_000), 8_000).subarray(0, 30), "cut"],
    ["a rate of 0", changed((file) => file.writeUInt32LE(0, 24)), "unsupported"],
    ["a rate of a million", changed((file) => file.writeUInt32LE(1_000_000, 24)), "unsupported"],
    ["seven channels", changed((file) => file.writeUInt16LE(7, 22)), "unsupported"],
    ["ADPCM", changed((file) => file.writeUInt16LE(2, 20)), "unsupported"],
    ["13 bits", changed((file) => file.writeUInt16LE(13, 34)), "unsupported"],
    ["a block that does not fit", changed((file) => file.writeUInt16LE(99, 32)), "unreadable"],
    ["an MP3 of nothing", Buffer.from("ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000 and then text"), "unreadable"],
    ["Ogg of something else", Buffer.from("OggS but no page"), "unreadable"],
  ] as const)("SOUND-13 %s gives the right error", async (_, bytes, kind) => {
    await expect(convert(bytes, "ogg")).rejects.toMatchObject({ kind });
  });

  it("SOUND-13 the content decides, not the name: an MP3 where only WAV is allowed is the wrong kind", async () => {
    const { bytes } = await convert(wavFile(tone(440, 8_000), 8_000), "mp3");
    await expect(convert(bytes, "ogg", { accepts: ["wav"] })).rejects.toMatchObject({ kind: "kind" });
    expect((await convert(bytes, "ogg", { accepts: ["mp3"] })).durationMs).toBeGreaterThan(500);
  });

  it("SOUND-14 a sound that is too long is refused", async () => {
    await expect(convert(wavFile(tone(440, 8_000), 8_000), "ogg", { mostMs: 100 })).rejects.toMatchObject({
      kind: "tooLong",
    });
  });

  it("SOUND-15 any bytes are either read or refused", async () => {
    const good = wavFile(tone(440, 8_000), 8_000);
    const seeds = [
      good,
      (await convert(good, "mp3")).bytes,
      (await convert(good, "ogg")).bytes,
      recordingOf(tone(440, 48_000), tone(880, 48_000)),
    ];
    let state = 42;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const ends = new Map<string, number>();
    for (let n = 0; n < 60; n += 1) {
      const file = Buffer.from(seeds[n % seeds.length] ?? good);
      const where = n % 3 === 0 ? 64 : file.length;
      for (let i = 0; i <= random(20); i += 1) file[random(where)] = random(256);
      const end = await convert(file.subarray(0, n % 5 === 0 ? random(file.length) : file.length), "ogg").then(
        () => "read",
        (error: unknown) => (error instanceof Error ? error.name : "nothing"),
      );
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    expect([...ends.keys()].toSorted()).toEqual(["SoundFault", "read"]);
  });
});

/** In the format that the phone system writes. */
function recordingOf(left: Int16Array, right: Int16Array): Buffer {
  const ogg = createOggOpus({ serial: 7, streams: 2 });
  const [one, other] = [createOpusCoder(48_000), createOpusCoder(48_000)];
  const parts: Uint8Array[] = [ogg.head()];
  const frame = (pcm: Int16Array, at: number) => {
    const padded = new Int16Array(960);
    padded.set(pcm.subarray(at, at + 960));
    return padded;
  };
  // One packet more than the sound needs: the encoder is delayed by the pre-skip (RFC 7845 §4.2).
  for (let at = 0; at <= left.length; at += 960) {
    const packets = [one.encode(frame(left, at)), other.encode(frame(right, at))].map(parseOpusPacket);
    const page = ogg.add(packets.flatMap((packet) => (packet === undefined ? [] : [packet])));
    if (page !== undefined) parts.push(page.bytes);
  }
  one.close();
  other.close();
  return Buffer.concat([...parts, ogg.end(SECONDS * 1_000).bytes]);
}
