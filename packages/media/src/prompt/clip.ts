import { AUDIO_CODECS, FRAME_MS } from "../codec.ts";
import type { AudioCodec, Prompt } from "../media.port.ts";
import { G711 } from "./g711.ts";
import { createG722Encoder } from "./g722.encoder.ts";
import { encodeOpus } from "./opus.encoder.ts";
import { SILENCE_SCORE, TONE_NAMES, musicScore, toneScore } from "./score.ts";
import type { Score } from "./score.ts";
import { renderScore } from "./synthesis.ts";

/** A prompt in one codec, ready to send: 20 ms packets, shared by every port that plays it. */
export interface Clip {
  readonly frames: readonly Uint8Array[];
  readonly loopFrom: number;
}

/** Every clip, packed for sending to the workers: one shared block of bytes and the position of each frame in it. */
export interface ClipLibrary {
  readonly bytes: SharedArrayBuffer;
  readonly clips: readonly PackedClip[];
}

export interface PackedClip {
  readonly name: string;
  readonly codec: AudioCodec;
  readonly loopFrom: number;
  /** Start of each frame, and the end of the last. */
  readonly offsets: readonly number[];
}

export function clipName(prompt: Prompt): string {
  return prompt.kind === "tone" ? prompt.tone : prompt.kind;
}

/** The frame for a beat, counted from the prompt's start. */
export function clipFrame(clip: Clip, beat: number): Uint8Array | undefined {
  const { frames, loopFrom } = clip;
  return frames[beat < frames.length ? beat : loopFrom + ((beat - loopFrom) % (frames.length - loopFrom))];
}

/**
 * Synthesises and encodes everything. Takes about two seconds of one core: done by the build, or once in a separate
 * thread.
 */
export function makeClipLibrary(): ClipLibrary {
  const scores: readonly (readonly [name: string, score: Score])[] = [
    ["music", musicScore()],
    ["silence", SILENCE_SCORE],
    ...TONE_NAMES.map((tone) => [tone, toneScore(tone)] as const),
  ];
  const made = scores.flatMap(([name, score]) =>
    AUDIO_CODECS.map((codec) => ({
      name,
      codec,
      loopFrom: score.loopFromMs / FRAME_MS,
      frames: encodeScore(score, codec),
    })),
  );
  const bytes = new SharedArrayBuffer(
    made.flatMap(({ frames }) => frames).reduce((sum, frame) => sum + frame.length, 0),
  );
  const block = new Uint8Array(bytes);
  let end = 0;
  const clips = made.map(({ name, codec, loopFrom, frames }) => {
    const offsets = [end];
    for (const frame of frames) {
      block.set(frame, end);
      end += frame.length;
      offsets.push(end);
    }
    return { name, codec, loopFrom, offsets };
  });
  return { bytes, clips };
}

/** The clips of a library by codec and name. */
export function readClipLibrary({
  bytes,
  clips,
}: ClipLibrary): (codec: AudioCodec, prompt: Prompt) => Clip | undefined {
  const byName = new Map(
    clips.map(({ name, codec, loopFrom, offsets }) => {
      const frames = offsets
        .slice(0, -1)
        .map((start, i) => new Uint8Array(bytes, start, (offsets[i + 1] ?? start) - start));
      return [`${codec} ${name}`, { frames, loopFrom }];
    }),
  );
  return (codec, prompt) => byName.get(`${codec} ${clipName(prompt)}`);
}

function encodeScore(score: Score, codec: AudioCodec): readonly Uint8Array[] {
  if (codec === "G722") return secondRound(renderScore(score, 16_000), (pcm) => framesOf(createG722Encoder()(pcm)));
  if (codec === "opus") return secondRound(renderScore(score, 48_000), encodeOpus);
  return framesOf(G711[codec].encode(renderScore(score, 8000)));
}

/** Both codecs predict from the past: the second round of a loop starts from the state at its end. */
function secondRound(pcm: Int16Array, encode: (pcm: Int16Array) => readonly Uint8Array[]): readonly Uint8Array[] {
  const twice = new Int16Array(pcm.length * 2);
  twice.set(pcm, 0);
  twice.set(pcm, pcm.length);
  const frames = encode(twice);
  return frames.slice(frames.length / 2);
}

const OCTETS = 160; // of 20 ms at 64 kbit/s

function framesOf(codes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: codes.length / OCTETS }, (_, i) => codes.subarray(i * OCTETS, (i + 1) * OCTETS));
}
