import * as z from "zod/mini";
import type { Translation } from "../../modules/speech/index.ts";
import { askEngine } from "./http-engine.ts";
import { baseLanguage } from "./language-tag.ts";

export interface TranslationServiceSettings {
  /** `https://translate.example.com` */
  readonly url: string;
  readonly key: string | undefined;
}

const TRANSLATE_MS = 120_000;
const ANSWER = z.object({ translatedText: z.string() });

/** Translation by a server with LibreTranslate's API. The server itself refuses a pair that it does not have. */
export function createLibreTranslate({ url, key }: TranslationServiceSettings): Translation {
  return {
    engine: "LibreTranslate",
    canTranslate: ({ from, to }) => baseLanguage(from) !== baseLanguage(to),
    translate: async (text, { from, to, signal }) => {
      const order = { q: text, source: baseLanguage(from), target: baseLanguage(to), format: "text" };
      const { translatedText } = await askEngine({
        url: `${url.replace(/\/+$/, "")}/translate`,
        body: JSON.stringify({ ...order, ...(key === undefined ? {} : { api_key: key }) }),
        headers: { "content-type": "application/json" },
        answer: ANSWER,
        timeoutMs: TRANSLATE_MS,
        signal,
        refusal: "language",
      });
      return translatedText;
    },
  };
}
