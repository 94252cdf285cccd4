import { createSpeechActivity, levelOf } from "../mix/speech-activity.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { createSoundDecoder } from "../sound/sound-codec.ts";
import type { SoundDecoder } from "../sound/sound-codec.ts";

/** Tells whether the party that is recorded speaks; decodes only where the far end does not tell its level (RFC 6464). */
export interface VoiceWatch {
  take(packet: AudioPacket): void;
  /** Every 20 ms. */
  beat(): void;
  close(): void;
}

export function createVoiceWatch(onTalking: (talking: boolean) => void): VoiceWatch {
  const activity = createSpeechActivity(onTalking);
  let decoder: SoundDecoder | undefined;

  const levelOfPacket = ({ codec, payload }: AudioPacket): number | undefined => {
    if (decoder?.codec !== codec) {
      decoder?.close();
      decoder = createSoundDecoder(codec);
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
