import type { Locale } from "@callpanel/contract";
import { createStore } from "../shared/store.ts";
import type { Readable } from "../shared/store.ts";
import { createWords } from "../shared/words/words.ts";
import type { Catalogue, CataloguePart, Messages, Words } from "../shared/words/words.ts";

/** The texts of the chosen locale. The former texts stay until the new catalogue is loaded. */
export interface LocaleStore extends Readable<Words> {
  use(locale: Locale): Promise<void>;
  /** The texts of a page that is about to be rendered: resolves when they are there. Every later locale has them too. */
  need(part: CataloguePart): Promise<void>;
}

export interface LoadTexts {
  readonly catalogue: (locale: Locale) => Promise<Catalogue>;
  readonly part: (locale: Locale, part: CataloguePart) => Promise<Messages>;
}

export function createLocaleStore(load: LoadTexts): LocaleStore {
  const store = createStore<Words, Words>(createWords(), (_, next) => next);
  const parts = new Set<CataloguePart>();
  let wanted: Locale = store.get().locale;
  const addTo = async (words: Words, part: CataloguePart) => words.add(await load.part(words.locale, part));
  return {
    get: store.get,
    subscribe: store.subscribe,
    async use(locale) {
      wanted = locale;
      if (store.get().locale === locale) return;
      const words = createWords(locale, await load.catalogue(locale));
      // Also those that are needed meanwhile: a set is iterated to its end.
      for (const part of parts) await addTo(words, part);
      if (wanted === locale) store.dispatch(words);
    },
    async need(part) {
      parts.add(part);
      await addTo(store.get(), part);
    },
  };
}
