import type { AudioCodec } from "../media.port.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { MIX_FRAME, createSoundDecoder, soundLength } from "../sound/sound-codec.ts";
import type { SoundDecoder } from "../sound/sound-codec.ts";
import { createJitterBuffer } from "./jitter-buffer.ts";
import { createSpeechActivity, levelOf } from "./speech-activity.ts";

/** One party as input of a mix: its packets in order, decoded once per beat, and only while it is audible. */
export interface Speaker {
  /** Of the last packet; undefined before the first. */
  readonly codec: AudioCodec | undefined;
  /** The audio of this beat; undefined while the party is silent. Valid until the next beat. */
  readonly frame: Int16Array | undefined;
  receive(packet: AudioPacket): void;
  /** Call this every 20 ms, before the frame is read. */
  beat(): void;
  close(): void;
}

const FADE = 0.5; // for each repetition of the last frame, where packets are lost
const REPETITIONS = 3;

export function createSpeaker(onTalking: (talking: boolean) => void): Speaker {
  const jitter = createJitterBuffer();
  const activity = createSpeechActivity(onTalking);
  let codec: AudioCodec | undefined;
  let ssrc: number | undefined;
  let reportsLevel = false;
  let decoder: SoundDecoder | undefined;
  let waiting: Int16Array = new Int16Array(0); // decoded, not yet played
  let last: Int16Array = new Int16Array(MIX_FRAME);
  let repeated = 0;
  let frame: Int16Array | undefined;

  const decode = (payload: Uint8Array): Int16Array | undefined => {
    if (codec === undefined) return undefined;
    if (reportsLevel && !activity.audible) return new Int16Array(soundLength(codec, payload));
    if (decoder?.codec !== codec) {
      decoder?.close();
      decoder = createSoundDecoder(codec);
    }
    return decoder.decode(payload);
  };

  /** Repeats the last frame more quietly; after a while nothing. */
  const conceal = (): Int16Array | undefined => {
    repeated += 1;
    return repeated > REPETITIONS ? undefined : last.map((sample) => sample * FADE ** repeated);
  };

  const nextFrame = (): Int16Array | undefined => {
    while (waiting.length < MIX_FRAME) {
      const taken = jitter.take();
      const sound = taken.kind === "packet" ? decode(taken.payload) : undefined;
      if (sound === undefined || sound.length === 0) return taken.kind === "nothing" ? undefined : conceal();
      waiting = waiting.length === 0 ? sound : joined(waiting, sound);
    }
    last = waiting.subarray(0, MIX_FRAME);
    waiting = waiting.subarray(MIX_FRAME);
    repeated = 0;
    return last;
  };

  return {
    get codec() {
      return codec;
    },
    get frame() {
      return frame;
    },
    receive: (packet) => {
      if (packet.ssrc !== ssrc || packet.codec !== codec) jitter.reset();
      ({ ssrc, codec } = packet);
      if (packet.content.kind === "telephone-event") return jitter.put(packet.sequence, undefined);
      reportsLevel = packet.level !== undefined;
      if (packet.level !== undefined) activity.hear(packet.level);
      jitter.put(packet.sequence, packet.payload);
    },
    beat: () => {
      const next = nextFrame();
      if (!reportsLevel && next !== undefined) activity.hear(levelOf(next));
      frame = activity.audible ? next : undefined;
      activity.beat();
    },
    close: () => {
      decoder?.close();
      if (activity.talking) onTalking(false);
    },
  };
}

function joined(one: Int16Array, other: Int16Array): Int16Array {
  const both = new Int16Array(one.length + other.length);
  both.set(one, 0);
  both.set(other, one.length);
  return both;
}
