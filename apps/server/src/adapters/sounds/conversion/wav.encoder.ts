import { RATE, toInt16, type SoundEncoder } from "./pcm.ts";

const HEAD_BYTES = 44;
const SAMPLE_BYTES = 2;

/** WAV with 16-bit PCM, which every program can read. */
export function createWavEncoder(channelCount: number): SoundEncoder {
  let bytes = 0;
  let begun = false;
  return {
    add: (channels) => {
      const each = channels.map(toInt16);
      const length = each[0]?.length ?? 0;
      const sound = Buffer.alloc(length * channelCount * SAMPLE_BYTES);
      for (const [channel, samples] of each.entries()) {
        for (const [i, sample] of samples.entries())
          sound.writeInt16LE(sample, (i * channelCount + channel) * SAMPLE_BYTES);
      }
      bytes += sound.length;
      if (begun) return sound;
      begun = true;
      return Buffer.concat([headOf(channelCount, 0), sound]);
    },
    end: () => ({ rest: new Uint8Array(0), start: headOf(channelCount, bytes) }),
    close: () => undefined,
  };
}

function headOf(channels: number, bytes: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(bytes + HEAD_BYTES - 8, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * channels * SAMPLE_BYTES, 28);
  head.writeUInt16LE(channels * SAMPLE_BYTES, 32);
  head.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(bytes, 40);
  return head;
}
