/**
 * Renders all that the phone system says in words (packages/pbx, media/prompt/spoken) into packages/pbx/prompts: a small Ogg Opus
 * file for each key and language, and the texts they were made of. What was made of the same text stays; what has no key goes.
 * Flite speaks English, eSpeak NG French, ffmpeg cuts the silence and encodes: Debian's flite, espeak-ng and ffmpeg.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./setup.mjs";

const FOLDER = join(ROOT, "packages/pbx/prompts");
const TEXTS = join(FOLDER, "texts.json");

/** How each language is spoken, into a WAV file, and what brings it to about -20 dB. */
const SPEAKERS = {
  en: { command: (text, wav) => ["flite", ["-voice", "slt", "-t", `${text} `, "-o", wav]], gainDb: -6 },
  fr: { command: (text, wav) => ["espeak-ng", ["-v", "fr-fr+f3", "-s", "150", "-w", wav, "--", text]], gainDb: 4 },
};

/** Seconds of silence that are left around what is said; more after a whole sentence. */
const BEFORE = 0.02;
const AFTER = 0.05;
const AFTER_SENTENCE = 0.3;
const QUIET = "-45dB";

function render(language, text, target, scratch) {
  const wav = join(scratch, "said.wav");
  const [program, args] = SPEAKERS[language].command(text, wav);
  execFileSync(program, args);
  const cut = (seconds) => `silenceremove=start_periods=1:start_threshold=${QUIET}:start_silence=${seconds}`;
  const filters = [
    cut(BEFORE),
    "areverse",
    cut(AFTER),
    "areverse",
    `apad=pad_dur=${text.endsWith(".") ? AFTER_SENTENCE : 0}`,
    `volume=${SPEAKERS[language].gainDb}dB`,
    "alimiter=limit=0.9:level=disabled",
  ];
  const opus = ["-c:a", "libopus", "-b:a", "16k", "-application", "voip", "-frame_duration", "20"];
  const bare = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const sound = ["-ac", "1", "-ar", "48000", "-af", filters.join(",")];
  mkdirSync(dirname(target), { recursive: true });
  execFileSync("ffmpeg", ["-nostdin", "-loglevel", "error", "-y", "-i", wav, ...sound, ...opus, ...bare, target]);
}

/** The catalogue is TypeScript: bundled into one module first. */
async function readCatalogue(scratch) {
  const outfile = join(scratch, "spoken.mjs");
  const stdin = {
    contents: `export { SPOKEN, spokenFile } from "./spoken.ts"; export { SPOKEN_LANGUAGES } from "./spoken-text.ts";`,
    resolveDir: join(ROOT, "packages/pbx/src/media/prompt/spoken"),
  };
  await build({ stdin, outfile, bundle: true, format: "esm", platform: "node" });
  return import(pathToFileURL(outfile).href);
}

const scratch = mkdtempSync(join(tmpdir(), "callpanel-prompts-"));
try {
  const { SPOKEN, SPOKEN_LANGUAGES, spokenFile } = await readCatalogue(scratch);
  const before = existsSync(TEXTS) ? JSON.parse(readFileSync(TEXTS, "utf8")) : {};
  const texts = {};
  let rendered = 0;
  for (const language of SPOKEN_LANGUAGES) {
    for (const [key, words] of SPOKEN) {
      const text = words[language];
      if (text === "") continue;
      const file = spokenFile(language, key);
      texts[file] = text;
      if (before[file] === text && existsSync(join(FOLDER, file))) continue;
      render(language, text, join(FOLDER, file), scratch);
      rendered += 1;
    }
    for (const name of readdirSync(join(FOLDER, language)))
      if (texts[`${language}/${name}`] === undefined) rmSync(join(FOLDER, language, name));
  }
  writeFileSync(TEXTS, `${JSON.stringify(texts, null, 2)}\n`);
  process.stdout.write(`${rendered} of ${Object.keys(texts).length} prompts rendered\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
