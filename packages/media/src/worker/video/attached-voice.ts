import { randomBytes } from "node:crypto";
import { createSpeaker } from "../../mix/speaker.ts";
import { levelOf } from "../../mix/speech-activity.ts";
import { AUDIO } from "../../rtp/audio-packet.ts";
import type { AudioPacket } from "../../rtp/audio-packet.ts";
import { MIX_FRAME, createSoundEncoder } from "../../sound/sound-codec.ts";
import type { Party, Switchboard } from "../switchboard.ts";

/** A telephone's sound on its way into a video room: in any codec, out as Opus with its level, while it is audible. */
export interface AttachedVoice {
  /** Call this every 20 ms. */
  beat(): void;
  close(): void;
}

export interface AttachedVoiceOptions {
  readonly party: Party;
  readonly switchboard: Pick<Switchboard, "listen">;
  readonly onSound: (packet: AudioPacket & { readonly level: number }) => void;
}

export function createAttachedVoice({ party, switchboard, onSound }: AttachedVoiceOptions): AttachedVoice {
  const speaker = createSpeaker(() => undefined);
  const stop = switchboard.listen(party, speaker.receive);
  const encoder = createSoundEncoder("opus");
  const ssrc = randomBytes(4).readUInt32BE(0);
  let [sequence, timestamp] = [0, 0];
  let speaks = false;

  return {
    beat: () => {
      speaker.beat();
      timestamp = (timestamp + MIX_FRAME) >>> 0;
      const { frame } = speaker;
      const marker = !speaks;
      speaks = frame !== undefined;
      if (frame === undefined) return;
      sequence = (sequence + 1) & 0xffff;
      const payload = encoder.encode(frame);
      const numbers = { ssrc, sequence, timestamp, marker };
      onSound({ origin: party.id, content: AUDIO, codec: "opus", ...numbers, payload, level: levelOf(frame) });
    },
    close: () => {
      stop();
      speaker.close();
      encoder.close();
    },
  };
}
