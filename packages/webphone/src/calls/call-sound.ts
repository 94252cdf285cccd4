/** The sound of one call: the person's microphone and the stream of the far end. */
import type { Call } from "../model/call.ts";
import { isSilent } from "../model/call.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { CallSession } from "../ports/user-agent.port.ts";

export interface CallSound {
  microphone(): MediaStream | undefined;
  useMicrophone(stream: MediaStream): void;
  /** Sends another microphone; closes the one before. */
  swapMicrophone(session: CallSession, stream: MediaStream): Promise<void>;
  /** Mutes or unmutes the session when the call's state asks for it. */
  follow(session: CallSession | undefined, call: Call): void;
  /** Plays the far end in place of the stream before. */
  play(stream: MediaStream): void;
  release(): void;
}

interface CallSoundDeps {
  readonly microphones: Microphones;
  readonly sound: Sound;
}

export function createCallSound({ microphones, sound }: CallSoundDeps): CallSound {
  let microphone: MediaStream | undefined;
  let silent = false;
  let stopPlaying = (): void => undefined;

  return {
    microphone: () => microphone,
    useMicrophone: (stream) => {
      microphone = stream;
    },
    swapMicrophone: async (session, stream) => {
      const before = microphone;
      await session.replaceMicrophone(stream);
      microphone = stream;
      if (before) microphones.close(before);
    },
    follow: (session, call) => {
      if (!session || silent === isSilent(call)) return;
      session.silence(silent ? "off" : "on");
      silent = !silent;
    },
    play: (stream) => {
      stopPlaying();
      stopPlaying = sound.playStream(stream);
    },
    release: () => {
      stopPlaying();
      if (microphone) microphones.close(microphone);
      microphone = undefined;
    },
  };
}
