import { createOggOpus, createOpusCoder, packetsFor, parseOpusPacket } from "@callpanel/media";
import { monoOf, RATE, toInt16, type SoundEncoder } from "./pcm.ts";

const FRAME = 960; // 20 ms

/** Ogg Opus with one stream, as the phone system plays it: two channels are mixed into one. */
export function createOggOpusEncoder(serial: number): SoundEncoder {
  const coder = createOpusCoder(RATE);
  const ogg = createOggOpus({ serial, streams: 1 });
  let waiting = new Float32Array(0);
  let samples = 0;
  let packets = 0;
  let begun = false;

  const encode = (pcm: Float32Array): readonly Uint8Array[] => {
    const packet = parseOpusPacket(coder.encode(toInt16(pcm)));
    if (packet === undefined) throw new Error("the encoder made no packet");
    packets += 1;
    const page = ogg.add([packet]);
    return page === undefined ? [] : [page.bytes];
  };
  const frames = (sound: Float32Array): readonly Uint8Array[] => {
    const pages: Uint8Array[] = [];
    let at = 0;
    for (; at + FRAME <= sound.length; at += FRAME) pages.push(...encode(sound.subarray(at, at + FRAME)));
    waiting = sound.slice(at);
    return pages;
  };
  const started = (): readonly Uint8Array[] => {
    if (begun) return [];
    begun = true;
    return [ogg.head()];
  };

  return {
    add: (channels) => {
      const mono = monoOf(channels);
      samples += mono.length;
      const whole = new Float32Array(waiting.length + mono.length);
      whole.set(waiting, 0);
      whole.set(mono, waiting.length);
      return Buffer.concat([...started(), ...frames(whole)]);
    },
    end: () => {
      const durationMs = (samples * 1_000) / RATE;
      const rest = [...started()];
      // The decoder outputs nothing for the pre-skip, so the same length of silence is added at the end.
      while (packets < packetsFor(durationMs)) {
        const frame = new Float32Array(FRAME);
        frame.set(waiting);
        waiting = new Float32Array(0);
        rest.push(...encode(frame));
      }
      return { rest: Buffer.concat([...rest, ogg.end(durationMs).bytes]) };
    },
    close: () => coder.close(),
  };
}
