import type { Catalogue } from "../../shared/words/words.ts";

/** Only what differs from en-US. */
export const catalogue: Catalogue = { messages: { "softphone.log.out": "Dialled" }, errors: {} };
