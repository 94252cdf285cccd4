import type { Catalogue } from "../../shared/words/words.ts";

/** Only what differs from en-US. */
export const catalogue: Catalogue = {
  messages: {},
  errors: { "token.invalidGrant": "The authorisation grant is invalid, expired or was used before" },
};
