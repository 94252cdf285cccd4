import type { Locale } from "@callpanel/contract";
import type { Catalogue } from "../shared/words/words.ts";

const EMPTY: Catalogue = { messages: {}, errors: {} };

/** Texts of a locale, loaded when it is chosen. The texts of en-US are in the `*.messages.ts` files. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  switch (locale) {
    case "en-US":
      return EMPTY;
    case "fr-CA":
      return (await import("./fr-CA/index.ts")).catalogue;
    case "en-AU":
      return (await import("./en-AU/index.ts")).catalogue;
    case "en-GB":
      return (await import("./en-GB/index.ts")).catalogue;
  }
}
