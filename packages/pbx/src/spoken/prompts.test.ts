import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readOpusFile } from "@callpanel/media";
import { SPOKEN_LANGUAGES } from "./spoken-text.ts";
import { SPOKEN, spokenFile } from "./spoken.ts";

const PROMPTS = fileURLToPath(new URL("../../prompts/", import.meta.url));

it("VMP-4 the sound of every key was rendered from its current words, and is neither empty nor long (node tools/prompts.mjs)", () => {
  const rendered: unknown = JSON.parse(readFileSync(`${PROMPTS}texts.json`, "utf8"));
  const wanted = SPOKEN_LANGUAGES.flatMap((language) =>
    [...SPOKEN].map(([key, words]) => [spokenFile(language, key), words[language]] as const),
  ).filter(([, text]) => text !== "");
  expect(rendered).toEqual(Object.fromEntries(wanted));
  const files = SPOKEN_LANGUAGES.flatMap((language) =>
    readdirSync(`${PROMPTS}${language}`).map((name) => `${language}/${name}`),
  );
  expect(files.toSorted()).toEqual(wanted.map(([file]) => file).toSorted());
  const lengths = wanted.map(([file, text]) => {
    const seconds = (readOpusFile(readFileSync(`${PROMPTS}${file}`))?.length ?? 0) / 50; // packets of 20 ms
    return { file, isSpoken: seconds > 0.15 && seconds < 2 + text.length / 8 };
  });
  expect(lengths.filter(({ isSpoken }) => !isSpoken)).toEqual([]);
});
