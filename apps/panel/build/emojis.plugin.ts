/** Removes from the emojis' data what the panel does not use: half of it. */
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const EMOJIS = /\/node_modules\/emojibase-data\/\w+\/compact\.json$/;

export function leanEmojis(): Plugin {
  return {
    name: "callpanel:lean-emojis",
    enforce: "pre",
    load: async (id) => (EMOJIS.test(id) ? leanEmojiData(await readFile(id, "utf8")) : null),
  };
}

const UNUSED: ReadonlySet<string> = new Set(["hexcode", "order", "emoticon"]);

/** Of skin tones only how many there are. */
export const leanEmojiData = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    if (key === "skins" && Array.isArray(value)) return value.map(() => 0);
    return UNUSED.has(key) ? undefined : value;
  });
