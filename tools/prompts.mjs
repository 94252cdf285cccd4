/**
 * Renders all that the phone system says in words (packages/pbx, spoken) into packages/pbx/prompts: a small Ogg Opus
 * file for each key and language, and the texts they were made of. What was made of the same text stays; what has no key goes.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./setup.mjs";
import { speakSound } from "./spoken-sound.mjs";

const FOLDER = join(ROOT, "packages/pbx/prompts");
const TEXTS = join(FOLDER, "texts.json");

/** The speaker, in each language. */
const SPEAKERS = { en: "en-woman", fr: "fr-woman" };

/** The catalogue is TypeScript: bundled into one module first. */
async function readCatalogue(scratch) {
  const outfile = join(scratch, "spoken.mjs");
  const stdin = {
    contents: `export { SPOKEN, spokenFile } from "./spoken.ts"; export { SPOKEN_LANGUAGES } from "./spoken-text.ts";`,
    resolveDir: join(ROOT, "packages/pbx/src/spoken"),
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
      speakSound({ text, voice: SPEAKERS[language], target: join(FOLDER, file), scratch });
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
