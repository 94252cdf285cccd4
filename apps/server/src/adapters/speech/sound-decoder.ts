import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { SpeechRefusal, type SoundFile, type SpeechTask } from "../../modules/speech/index.ts";
import { ProgramFailure, type RunProgram } from "./program.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** Converts a sound to WAV as engines need it (16 kHz, mono, 16 bit), calls `useWav`, and removes the file afterwards. */
export type DecodeSound = <Result>(
  sound: SoundFile,
  task: SpeechTask,
  useWav: (path: string) => Promise<Result>,
) => Promise<Result>;

const DECODE_MS = 120_000;
const FORMATS = { "audio/ogg": "ogg", "audio/wav": "wav", "audio/mpeg": "mp3" } as const;

/** Decodes with the program ffmpeg, which sees only this file and no network. */
export function createProgramDecoder(runProgram: RunProgram): DecodeSound {
  return (sound, { signal }, useWav) =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "sound.wav");
      await copyFile(sound.path, join(folder, "sound")).catch((cause: unknown) => {
        throw new SpeechRefusal("sound", "there is no such sound", { cause });
      });
      const quiet = ["-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file"];
      const source = ["-f", FORMATS[sound.type], "-i", "file:sound"];
      const target = ["-map", "0:a:0", "-ac", "1", "-ar", "16000", "-c:a", "pcm_s16le", "-f", "wav", "file:sound.wav"];
      const args = [...quiet, ...source, ...target];
      await runProgram("ffmpeg", { args, folder, alone: true, timeoutMs: DECODE_MS, signal }).catch(refuseUnreadable);
      return useWav(path);
    });
}

/** ffmpeg exited by itself: it cannot read the sound, now or later. */
function refuseUnreadable(cause: unknown): never {
  if (cause instanceof ProgramFailure && cause.exitCode !== undefined)
    throw new SpeechRefusal("sound", cause.message, { cause });
  throw cause;
}
