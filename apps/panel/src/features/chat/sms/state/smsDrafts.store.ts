import { listSmsDrafts, saveSmsDraft, SMS_DRAFT_CHARS } from "@callpanel/contract";
import type { SmsDraft } from "@callpanel/contract";
import type { Api } from "../../../../shared/api/api.ts";
import { createUnsentTexts } from "../../state/unsentTexts.store.ts";
import type { UnsentText, UnsentTextsDeps } from "../../state/unsentTexts.store.ts";

export type SmsDraftsDeps = Pick<UnsentTextsDeps, "clock" | "storage"> & { readonly api: Pick<Api, "call"> };

const unsentOf = ({ conversation: place, ...draft }: SmsDraft): UnsentText => ({ place, ...draft });

/** SMSUI-6: unsent texts by conversation. */
export const createSmsDrafts = ({ api, ...deps }: SmsDraftsDeps) =>
  createUnsentTexts({
    ...deps,
    keyOf: (userId) => `callpanel_sms_drafts_${userId}`,
    mostChars: SMS_DRAFT_CHARS,
    load: async () => (await api.call(listSmsDrafts, {})).data.map(unsentOf),
    save: async ({ place: conversation, ...draft }) =>
      unsentOf(await api.call(saveSmsDraft, { body: { conversation, ...draft } })),
  });
