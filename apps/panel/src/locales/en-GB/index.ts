import type { Catalogue } from "../../shared/words/words.ts";

/** Only what differs from en-US. */
export const catalogue: Catalogue = {
  messages: {
    "softphone.log.out": "Dialled",
    "contactTags.color": "Colour",
    "contactTags.noColor": "No colour",
    "contactTags.color.grey": "Grey",
  },
  errors: {
    "token.invalidGrant": "The authorisation grant is invalid, expired or was used before",
    "init.licenses": "Failed to get licences from API",
    "ctd.code": "A link may not dial {number}: codes are dialled by hand",
  },
};
