import { open, type FileHandle } from "node:fs/promises";
import type { Conversion } from "../../../modules/sounds/index.ts";
import { createMp3Decoder } from "./mp3.decoder.ts";
import { createMp3Encoder } from "./mp3.encoder.ts";
import { createOggOpusDecoder } from "./ogg-opus.decoder.ts";
import { createOggOpusEncoder } from "./ogg-opus.encoder.ts";
import { isSilentLength, RATE, SoundFault, type SoundDecoder, type SoundEncoder } from "./pcm.ts";
import { createRateConverter, type RateConverter } from "./rate-converter.ts";
import { createWavDecoder } from "./wav.decoder.ts";
import { createWavEncoder } from "./wav.encoder.ts";

type Format = Conversion["format"];

/** A conversion as it is sent to the thread. */
export type FileConversion = Omit<Conversion, "signal"> & { /** Of the Ogg stream. */ readonly serial: number };

/** Bytes that are read in one go, to limit the decoded sound in memory. */
const PIECE_BYTES = 65_536;
const OWNER_FILE = 0o600;

/**
 * Converts a file in chunks; only a few of them are in memory at the same time.
 * @throws SoundFault for every fault of the sound
 */
export async function convertFile(order: FileConversion): Promise<{ readonly durationMs: number }> {
  const source = await open(order.source, "r");
  try {
    const target = await open(order.target, "wx", OWNER_FILE);
    try {
      return await convert(source, target, order);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function convert(source: FileHandle, target: FileHandle, order: FileConversion) {
  const buffer = Buffer.alloc(PIECE_BYTES);
  const first = await read(source, buffer);
  if (first.length === 0) throw new SoundFault("empty");
  const found = formatOf(first);
  if (found === undefined) throw new SoundFault("unreadable");
  if (!order.accepts.includes(found)) throw new SoundFault("kind");
  const decoder = await DECODERS[found]();
  const writer = createWriter(target, order);
  try {
    for (let piece = first; piece.length > 0; piece = await read(source, buffer))
      for (const sound of decoder.take(Uint8Array.from(piece))) await writer.add(sound.rate, sound.channels);
    decoder.end();
    return { durationMs: await writer.end() };
  } finally {
    decoder.close();
    writer.close();
  }
}

/** Converts decoded sound to 48 kHz, encodes and writes it. */
function createWriter(target: FileHandle, { format, mostMs, serial }: FileConversion) {
  let encoder: SoundEncoder | undefined;
  let converter: RateConverter | undefined;
  let samples = 0;

  const write = async (channels: readonly Float32Array[]): Promise<void> => {
    if (isSilentLength(channels)) return;
    samples += channels[0]?.length ?? 0;
    if ((samples * 1_000) / RATE > mostMs) throw new SoundFault("tooLong");
    encoder ??= await ENCODERS[format](channels.length === 2 ? 2 : 1, serial);
    await target.appendFile(encoder.add(channels));
  };

  return {
    add: (rate: number, channels: readonly Float32Array[]) => {
      converter ??= createRateConverter(rate);
      return write(converter.run(channels));
    },
    /** @returns the length of the sound in milliseconds */
    end: async (): Promise<number> => {
      if (converter !== undefined) await write(converter.end());
      if (encoder === undefined) throw new SoundFault("empty");
      const { rest, start } = encoder.end();
      await target.appendFile(rest);
      if (start !== undefined) await target.write(start, 0, start.length, 0);
      return Math.round((samples * 1_000) / RATE);
    },
    close: () => encoder?.close(),
  };
}

const DECODERS: { readonly [F in Format]: () => SoundDecoder | Promise<SoundDecoder> } = {
  wav: createWavDecoder,
  mp3: createMp3Decoder,
  ogg: createOggOpusDecoder,
};

const ENCODERS: { readonly [F in Format]: (channels: 1 | 2, serial: number) => SoundEncoder | Promise<SoundEncoder> } =
  {
    wav: (channels) => createWavEncoder(channels),
    mp3: (channels) => createMp3Encoder(channels),
    ogg: (_, serial) => createOggOpusEncoder(serial),
  };

/** Finds the format from a file's first bytes. */
function formatOf(bytes: Buffer): Format | undefined {
  const text = bytes.toString("latin1", 0, 12);
  if (/^RIFF.{4}WAVE/s.test(text)) return "wav";
  if (text.startsWith("OggS")) return "ogg";
  // An ID3 tag, or a frame of layer III (ISO 11172-3 §2.4.1.3).
  const [sync = 0, layer = 0, rates = 0xff] = bytes;
  const isFrame = sync === 0xff && (layer & 0xe6) === 0xe2 && rates >> 4 !== 15 && (rates & 0x0c) !== 0x0c;
  return text.startsWith("ID3") || isFrame ? "mp3" : undefined;
}

async function read(file: FileHandle, buffer: Buffer): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length);
  return buffer.subarray(0, bytesRead);
}
