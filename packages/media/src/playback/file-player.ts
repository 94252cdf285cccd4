import { FRAME_MS } from "../codec.ts";
import type { AudioCodec } from "../media.port.ts";
import { opusPacketMs, parseOpusPacket } from "../recording/opus-packet.ts";
import { createSoundDecoder, createSoundEncoder, MIX_FRAME } from "../sound/sound-codec.ts";
import { readOpusFile } from "./opus-file.ts";

/** Plays a file once, 20 ms at a time: to an Opus party without transcoding, to others in their codec. */
export interface FilePlayer {
  /** The next 20 ms; undefined before the file is loaded and after its end. */
  next(codec: AudioCodec): Uint8Array | undefined;
  close(): void;
  /** Resolves after the last 20 ms, or when the file cannot be played; never rejects. */
  readonly ended: Promise<{ readonly failure?: string }>;
}

export interface FilePlayerOptions {
  /** The file's bytes. */
  readonly sound: Promise<Uint8Array>;
  readonly fromMs: number;
}

/** The rest of a file, in one codec. */
interface Reel {
  readonly codec: AudioCodec;
  next(): Uint8Array | undefined;
  close(): void;
}

export function createFilePlayer({ sound, fromMs }: FilePlayerOptions): FilePlayer {
  let packets: readonly Uint8Array[] | undefined;
  let reel: Reel | undefined;
  let playedMs = fromMs;
  let resolveEnded: (how: { readonly failure?: string }) => void;
  const ended = new Promise<{ readonly failure?: string }>((resolve) => {
    resolveEnded = resolve;
  });
  const close = (): void => {
    reel?.close();
    reel = undefined;
    packets = undefined;
  };
  void sound.then(
    (bytes) => {
      packets = readOpusFile(bytes);
      if (packets === undefined) resolveEnded({ failure: "not a sound file" });
    },
    (error: unknown) => resolveEnded({ failure: error instanceof Error ? error.message : String(error) }),
  );

  return {
    ended,
    close,
    next: (codec) => {
      if (packets === undefined) return undefined;
      if (reel?.codec !== codec) {
        reel?.close();
        reel = reelOf(packetsFrom(packets, playedMs), codec);
      }
      const frame = reel.next();
      playedMs += FRAME_MS;
      if (frame === undefined) {
        close();
        resolveEnded({});
      }
      return frame;
    },
  };
}

function packetsFrom(packets: readonly Uint8Array[], fromMs: number): readonly Uint8Array[] {
  let atMs = 0;
  const first = packets.findIndex((packet) => {
    if (atMs >= fromMs) return true;
    atMs += packetMs(packet);
    return false;
  });
  return first < 0 ? [] : packets.slice(first);
}

const packetMs = (packet: Uint8Array): number => {
  const parsed = parseOpusPacket(packet);
  return parsed === undefined ? FRAME_MS : opusPacketMs(parsed);
};

function reelOf(packets: readonly Uint8Array[], codec: AudioCodec): Reel {
  return codec === "opus" && packets.every((packet) => packetMs(packet) === FRAME_MS)
    ? reelOfStoredPackets(packets)
    : reelOfTranscoded(packets, codec);
}

function reelOfStoredPackets(packets: readonly Uint8Array[]): Reel {
  let at = 0;
  return {
    codec: "opus",
    next: () => {
      const packet = packets[at];
      at += 1;
      return packet;
    },
    close: () => undefined,
  };
}

function reelOfTranscoded(packets: readonly Uint8Array[], codec: AudioCodec): Reel {
  const decoder = createSoundDecoder("opus");
  const encoder = createSoundEncoder(codec);
  let at = 0;
  let waiting: Int16Array = new Int16Array(0);
  return {
    codec,
    next: () => {
      while (waiting.length < MIX_FRAME) {
        const packet = packets[at];
        if (packet === undefined) return undefined;
        at += 1;
        // A damaged packet becomes a gap.
        waiting = joined(waiting, decoder.decode(packet) ?? new Int16Array(MIX_FRAME));
      }
      const frame = encoder.encode(waiting.subarray(0, MIX_FRAME));
      waiting = waiting.subarray(MIX_FRAME);
      return frame;
    },
    close: () => {
      decoder.close();
      encoder.close();
    },
  };
}

function joined(one: Int16Array, other: Int16Array): Int16Array {
  if (one.length === 0) return other;
  const both = new Int16Array(one.length + other.length);
  both.set(one, 0);
  both.set(other, one.length);
  return both;
}
