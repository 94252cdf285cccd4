import type { Locale } from "@callpanel/contract";
import { expect, it } from "vitest";
import type { Catalogue, CataloguePart, Messages } from "../shared/words/words.ts";
import { createLocaleStore } from "./locale.store.ts";

const MESSAGES = { "t.menu": "Menu", "t.lines": "Lines" } as const;

/** Texts arrive when the test says so. */
function setUp() {
  const waiting = new Map<string, () => void>();
  const arrival = (name: string) => new Promise<void>((resolve) => waiting.set(name, resolve));
  const store = createLocaleStore({
    async catalogue(locale: Locale): Promise<Catalogue> {
      await arrival(locale);
      return { messages: { "t.menu": `Menu ${locale}` }, errors: {} };
    },
    async part(locale: Locale, part: CataloguePart): Promise<Messages> {
      await arrival(`${locale} ${part}`);
      return { "t.lines": `Lines ${locale}` };
    },
  });
  const arrive = async (name: string) => {
    waiting.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const texts = () => [store.get().text(MESSAGES, "t.menu"), store.get().text(MESSAGES, "t.lines")];
  return { store, arrive, texts };
}

it("SHELL-30 a page's texts are there when its code is shown, without new words for the pages that are there", async () => {
  const { store, arrive, texts } = setUp();
  const used = store.use("fr-CA");
  await arrive("fr-CA");
  await used;
  const before = store.get();
  const needed = store.need("administration");
  expect(texts()).toEqual(["Menu fr-CA", "Lines"]);
  await arrive("fr-CA administration");
  await needed;
  expect(texts()).toEqual(["Menu fr-CA", "Lines fr-CA"]);
  expect(store.get()).toBe(before);
});

it("SHELL-30 another locale comes with the parts that are needed, also with one that was opened meanwhile", async () => {
  const { store, arrive, texts } = setUp();
  const used = store.use("fr-CA");
  const needed = store.need("administration");
  await arrive("fr-CA");
  expect(texts()).toEqual(["Menu", "Lines"]);
  await arrive("en-US administration");
  await needed;
  await arrive("fr-CA administration");
  await used;
  expect(texts()).toEqual(["Menu fr-CA", "Lines fr-CA"]);
});

it("SHELL-30 of two locales chosen one after the other the last one counts", async () => {
  const { store, arrive, texts } = setUp();
  const first = store.use("fr-CA");
  const second = store.use("en-GB");
  await arrive("en-GB");
  await second;
  await arrive("fr-CA");
  await first;
  expect(texts()).toEqual(["Menu en-GB", "Lines"]);
});
