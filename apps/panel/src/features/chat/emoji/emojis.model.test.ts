import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { emojiOf } from "@callpanel/contract";
import { expect, it } from "vitest";
import { leanEmojiData } from "../../../../build/emojis.plugin.ts";
import { loadEmojis } from "./emojis.load.ts";
import { findEmojis, TONES, withTone } from "./emojis.model.ts";

const first = async (locale: "en-US" | "fr-CA", search: string) =>
  findEmojis(await loadEmojis(locale), search, 40).map(({ emoji }) => emojiOf(emoji));

it("CHATUI-43 emojis are found by code, name and words, in English and French, without accents", async () => {
  expect(await first("en-US", "tada")).toContain("🎉");
  expect((await first("en-US", "smile"))[0]).toBe("😄");
  expect(await first("en-US", "thumbs up")).toContain("👍");
  expect(await first("fr-CA", "fête")).toContain("🎉");
  expect(await first("fr-CA", "fete")).toContain("🎉");
  expect(await first("fr-CA", "café")).toContain("☕");
  expect(await first("en-US", "zzzz")).toEqual([]);
});

it("CHATUI-43 the server accepts every emoji, in every tone", async () => {
  const emojis = await loadEmojis("en-US");
  expect(emojis.length).toBeGreaterThan(1_500);
  const refused = emojis.flatMap((one) =>
    (one.takesTone ? TONES : TONES.slice(0, 1))
      .map(({ tone }) => withTone(one, tone))
      .filter((emoji) => emojiOf(emoji) === undefined),
  );
  expect(refused).toEqual([]);
  const wave = emojis.find(({ codes }) => codes.includes("wave"));
  expect(wave === undefined ? "" : emojiOf(withTone(wave, "🏽"))).toBe("👋🏽");
});

it("CHATUI-43 the built data is half as large and has the same emojis", () => {
  const text = readFileSync(createRequire(import.meta.url).resolve("emojibase-data/fr/compact.json"), "utf8");
  const lean = leanEmojiData(text);
  expect(lean.length).toBeLessThan(text.length / 2);
  const all: unknown = JSON.parse(lean);
  expect(all).toContainEqual(expect.objectContaining({ unicode: "🎉", group: 6 }));
});
