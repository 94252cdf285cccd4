import { SoundFault, type DecodedPcm, type SoundDecoder } from "./pcm.ts";

/** Sample rates in use: telephones have 8 kHz, some toys less, studios up to 192. */
const LEAST_RATE = 4_000;
const MOST_RATE = 192_000;
/** Sizes written by programs that do not know the length yet. */
const UNKNOWN_SIZES = new Set([0, 0xffff_ffff, 0x7fff_ffff, 0xffff_ffff - 36]);
/** Limit of what precedes the sound: chunks with names and other metadata can be long. */
const MOST_HEAD_BYTES = 1_048_576;
const EXTENSIBLE = 0xfffe;

interface Shape {
  readonly rate: number;
  readonly channels: 1 | 2;
  readonly sampleBytes: number;
  readonly sampleAt: (view: DataView, at: number) => number;
}

/** Decodes a WAV file (RIFF): PCM with 8 to 32 bits, floats, A-law and µ-law, one or two channels. */
export function createWavDecoder(): SoundDecoder {
  let waiting: Buffer = Buffer.alloc(0);
  let state: { at: "head" } | { at: "sound"; shape: Shape; left: number } | { at: "end" } = { at: "head" };

  const sound = function* (): Iterable<DecodedPcm> {
    if (state.at !== "sound") return;
    const { shape } = state;
    const block = shape.channels * shape.sampleBytes;
    const here = Math.min(waiting.length, state.left);
    const whole = here - (here % block);
    if (whole > 0) yield { rate: shape.rate, channels: samplesOf(waiting.subarray(0, whole), shape) };
    waiting = waiting.subarray(whole);
    const left = state.left - whole;
    // Chunks after the sound are not read.
    state = left < block ? { at: "end" } : { at: "sound", shape, left };
  };

  return {
    take: function* (bytes) {
      if (state.at === "end") return;
      waiting = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes]);
      if (state.at === "head") {
        const head = readHead(waiting);
        if (head === undefined) {
          if (waiting.length > MOST_HEAD_BYTES) throw new SoundFault("unreadable");
          return;
        }
        waiting = waiting.subarray(head.soundAt);
        state = { at: "sound", shape: head.shape, left: head.size };
      }
      yield* sound();
    },
    end: () => {
      if (state.at === "head") throw new SoundFault(waiting.length < 12 ? "unreadable" : "cut");
      if (state.at === "sound" && state.left !== Number.POSITIVE_INFINITY) throw new SoundFault("cut");
    },
    close: () => undefined,
  };
}

/** Undefined while the header is incomplete. */
function readHead(
  bytes: Buffer,
): { readonly shape: Shape; readonly soundAt: number; readonly size: number } | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE")
    throw new SoundFault("unreadable");
  let shape: Shape | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === "data") {
      if (shape === undefined) throw new SoundFault("unreadable");
      return { shape, soundAt: body, size: UNKNOWN_SIZES.has(size) ? Number.POSITIVE_INFINITY : size };
    }
    if (name === "fmt ") {
      if (body + Math.min(size, 40) > bytes.length) return undefined;
      shape = shapeOf(bytes.subarray(body, body + size));
    }
    at = body + size + (size % 2);
    if (at > MOST_HEAD_BYTES) throw new SoundFault("unreadable");
  }
  return undefined;
}

function shapeOf(fmt: Buffer): Shape {
  if (fmt.length < 16) throw new SoundFault("unreadable");
  const told = fmt.readUInt16LE(0);
  const code = told === EXTENSIBLE && fmt.length >= 26 ? fmt.readUInt16LE(24) : told;
  const channels = fmt.readUInt16LE(2);
  const rate = fmt.readUInt32LE(4);
  const bits = fmt.readUInt16LE(14);
  const sampleAt = SAMPLES[`${code}/${bits}`];
  if (sampleAt === undefined || (channels !== 1 && channels !== 2)) throw new SoundFault("unsupported");
  if (rate < LEAST_RATE || rate > MOST_RATE) throw new SoundFault("unsupported");
  if (fmt.readUInt16LE(12) !== (channels * bits) / 8) throw new SoundFault("unreadable"); // the header contradicts itself
  return { rate, channels, sampleBytes: bits / 8, sampleAt };
}

/** Sample readers by format code and bits. */
const SAMPLES: Readonly<Record<string, Shape["sampleAt"]>> = {
  "1/8": (view, at) => (view.getUint8(at) - 128) / 128,
  "1/16": (view, at) => view.getInt16(at, true) / 0x8000,
  "1/24": (view, at) => (view.getInt8(at + 2) * 0x1_0000 + view.getUint16(at, true)) / 0x80_0000,
  "1/32": (view, at) => view.getInt32(at, true) / 0x8000_0000,
  "3/32": (view, at) => finite(view.getFloat32(at, true)),
  "3/64": (view, at) => finite(view.getFloat64(at, true)),
  "6/8": (view, at) => aLaw(view.getUint8(at)),
  "7/8": (view, at) => muLaw(view.getUint8(at)),
};

const finite = (sample: number): number => (Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0);

/** ITU-T G.711, table 1: even bits are inverted. */
function aLaw(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code >> 4) & 7;
  const step = ((code & 0x0f) << 4) + 8;
  const size = exponent === 0 ? step : (step + 0x100) << (exponent - 1);
  return (code & 0x80 ? size : -size) / 0x8000;
}

/** ITU-T G.711, table 2: all bits are inverted. */
function muLaw(byte: number): number {
  const code = ~byte & 0xff;
  const size = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
  return (code & 0x80 ? -size : size) / 0x8000;
}

function samplesOf(bytes: Buffer, { channels, sampleBytes, sampleAt }: Shape): readonly Float32Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const block = channels * sampleBytes;
  const length = bytes.length / block;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length }, (_sample, i) => sampleAt(view, i * block + channel * sampleBytes)),
  );
}
