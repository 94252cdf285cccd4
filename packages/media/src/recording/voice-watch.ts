import { createSpeechActivity, levelOf } from "../mix/speech-activity.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import type { AudioCodec } from "../media.port.ts";
import { createOpusCoder } from "../opus/opus-coder.ts";
import { G711 } from "../prompt/g711.ts";
import { createG722Decoder } from "../prompt/g722.decoder.ts";

/** Detects whether the recorded party talks; decodes only if the far end does not send its level (RFC 6464). */
export interface VoiceWatch {
  take(packet: AudioPacket): void;
  /** Call this every 20 ms. */
  beat(): void;
  close(): void;
}

interface Decoder {
  readonly codec: AudioCodec;
  decode(payload: Uint8Array): Int16Array | undefined;
  close(): void;
}

/** Loudness does not need high frequencies or a common rate: the cheapest decoding is enough. */
function createDecoder(codec: AudioCodec): Decoder {
  if (codec === "opus") return { codec, ...createOpusCoder(8000) };
  return { codec, decode: codec === "G722" ? createG722Decoder() : G711[codec].decode, close: () => undefined };
}

export function createVoiceWatch(onTalking: (talking: boolean) => void): VoiceWatch {
  const activity = createSpeechActivity(onTalking);
  let decoder: Decoder | undefined;

  const levelOfPacket = ({ codec, payload }: AudioPacket): number | undefined => {
    if (decoder?.codec !== codec) {
      decoder?.close();
      decoder = createDecoder(codec);
    }
    const sound = decoder.decode(payload);
    return sound === undefined || sound.length === 0 ? undefined : levelOf(sound);
  };

  return {
    take: (packet) => {
      if (packet.content.kind !== "audio") return;
      const level = packet.level ?? levelOfPacket(packet);
      if (level !== undefined) activity.hear(level);
    },
    beat: activity.beat,
    close: () => {
      decoder?.close();
      if (activity.talking) onTalking(false);
    },
  };
}
