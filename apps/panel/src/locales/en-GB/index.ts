import type { Catalogue } from "../../shared/words/words.ts";

/** Only what differs from en-US. */
export const catalogue: Catalogue = {
  messages: {
    "contactTags.color": "Colour",
    "contactTags.noColor": "No colour",
    "contactTags.color.grey": "Grey",
  },
  errors: { "token.invalidGrant": "The authorisation grant is invalid, expired or was used before" },
};
