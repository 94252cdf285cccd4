/**
 * Speaks a text into a small Ogg Opus file, as the repository holds them: Flite speaks English, eSpeak NG French, ffmpeg cuts the
 * silence and encodes (Debian's flite, espeak-ng and ffmpeg).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const flite = (voice) => (text, wav) => ["flite", ["-voice", voice, "-t", `${text} `, "-o", wav]];
const espeak = (voice) => (text, wav) => ["espeak-ng", ["-v", voice, "-s", "150", "-w", wav, "--", text]];

/** How each voice is made to speak into a WAV file, and what brings it to about -20 dB. */
const VOICES = {
  "en-woman": { command: flite("slt"), gainDb: -6 },
  "en-man": { command: flite("rms"), gainDb: -6 },
  "en-scot": { command: flite("awb"), gainDb: -6 },
  "en-robot": { command: flite("kal"), gainDb: -6 },
  "fr-woman": { command: espeak("fr-fr+f3"), gainDb: 4 },
};

/** Seconds of silence that are left around what is said; more after a whole sentence. */
const BEFORE = 0.02;
const AFTER = 0.05;
const AFTER_SENTENCE = 0.3;
const QUIET = "-45dB";

/** `voice`: a key of VOICES; `scratch`: a folder for what is needed meanwhile. */
export function speakSound({ text, voice, target, scratch }) {
  const { command, gainDb } = VOICES[voice];
  const wav = join(scratch, "said.wav");
  const [program, args] = command(text, wav);
  execFileSync(program, args);
  const cut = (seconds) => `silenceremove=start_periods=1:start_threshold=${QUIET}:start_silence=${seconds}`;
  const filters = [
    cut(BEFORE),
    "areverse",
    cut(AFTER),
    "areverse",
    `apad=pad_dur=${text.endsWith(".") ? AFTER_SENTENCE : 0}`,
    `volume=${gainDb}dB`,
    "alimiter=limit=0.9:level=disabled",
  ];
  const opus = ["-c:a", "libopus", "-b:a", "16k", "-application", "voip", "-frame_duration", "20"];
  const bare = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const sound = ["-ac", "1", "-ar", "48000", "-af", filters.join(",")];
  mkdirSync(dirname(target), { recursive: true });
  execFileSync("ffmpeg", ["-nostdin", "-loglevel", "error", "-y", "-i", wav, ...sound, ...opus, ...bare, target]);
}
