import { createMp3Encoder as openEncoder } from "wasm-media-encoders";
import { RATE, type SoundEncoder } from "./pcm.ts";

/** Bit rate per channel, enough for speech. Constant, so that players can compute the length from the file's size. */
const KBITS_A_CHANNEL = 48;

/** MP3 of one or two channels; resolves when the encoder is ready. */
export async function createMp3Encoder(channelCount: 1 | 2): Promise<SoundEncoder> {
  const encoder = await openEncoder();
  encoder.configure({ sampleRate: RATE, channels: channelCount, bitrate: channelCount === 1 ? KBITS_A_CHANNEL : 96 });
  return {
    // The next call overwrites the encoder's memory.
    add: (channels) => encoder.encode(channels).slice(),
    end: () => ({ rest: encoder.finalize().slice() }),
    close: () => undefined,
  };
}
