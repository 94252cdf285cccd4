import type { Locale } from "@callpanel/contract";
import type { Catalogue, CataloguePart, Messages } from "../shared/words/words.ts";

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

const FRENCH_PARTS: Readonly<Record<CataloguePart, () => Promise<Messages>>> = {
  administration: async () => (await import("./fr-CA/administration/index.ts")).texts,
  "first-run": async () => (await import("./fr-CA/first-run.ts")).firstRun,
  "queue-reports": async () => (await import("./fr-CA/queues/queue-reports.ts")).queueReports,
};

/** Texts of pages that few people open. Catalogues that contain only what differs from en-US are not divided. */
export async function loadCataloguePart(locale: Locale, part: CataloguePart): Promise<Messages> {
  return locale === "fr-CA" ? FRENCH_PARTS[part]() : EMPTY.messages;
}
