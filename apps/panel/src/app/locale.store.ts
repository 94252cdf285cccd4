import type { Locale } from "@callpanel/contract";
import { createStore } from "../shared/store.ts";
import type { Readable } from "../shared/store.ts";
import { createWords } from "../shared/words/words.ts";
import type { Catalogue, Words } from "../shared/words/words.ts";

/** The texts of the chosen locale. The former texts stay until the new catalogue is loaded. */
export interface LocaleStore extends Readable<Words> {
  use(locale: Locale): Promise<void>;
}

export type LoadCatalogue = (locale: Locale) => Promise<Catalogue>;

export function createLocaleStore(load: LoadCatalogue): LocaleStore {
  const store = createStore<Words, Words>(createWords(), (_, next) => next);
  let wanted: Locale = store.get().locale;
  return {
    get: store.get,
    subscribe: store.subscribe,
    async use(locale) {
      wanted = locale;
      if (store.get().locale === locale) return;
      const words = createWords(locale, await load(locale));
      if (wanted === locale) store.dispatch(words);
    },
  };
}
