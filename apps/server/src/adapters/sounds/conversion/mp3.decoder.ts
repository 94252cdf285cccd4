import { MPEGDecoder } from "mpg123-decoder";
import { SoundFault, type DecodedPcm, type SoundDecoder } from "./pcm.ts";

/** Decodes an MP3 file; resolves when the decoder is ready. Damaged frames are left out. */
export async function createMp3Decoder(): Promise<SoundDecoder> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let rate = 0;
  const decoded = function* (bytes: Uint8Array): Iterable<DecodedPcm> {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes);
    if (samplesDecoded === 0) return;
    if (rate !== 0 && sampleRate !== rate) throw new SoundFault("unsupported");
    rate = sampleRate;
    yield { rate, channels: channelData.slice(0, 2) };
  };
  return {
    take: decoded,
    end: () => {
      if (rate === 0) throw new SoundFault("unreadable");
    },
    close: () => decoder.free(),
  };
}
