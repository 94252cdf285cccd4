import type { Catalogue } from "../../shared/words/words.ts";

/** Only what differs from en-US. */
export const catalogue: Catalogue = {
  messages: {
    "company.set.video_conf_limit": "Video licence (−1 = no video)",
    "softphone.log.out": "Dialled",
    "callHistory.fact.dialled": "Dialled",
    "callHistory.ended.cancelled": "Cancelled",
    "contactImport.cancelled": "Import cancelled",
    "chat.export.stay": "The file is saved when it is complete. If you close this window, the export is cancelled.",
    "settings.number.invalid": "This number can’t be dialled",
    "settings.dial.dialAfterOriginateHint": "Your phones ring first. The number is dialled when you answer.",
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
