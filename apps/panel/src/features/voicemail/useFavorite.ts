import type { Voicemail } from "@callpanel/contract";
import { useWords } from "../../shared/words/useWords.ts";
import { useVoicemailChange } from "./useVoicemailChange.ts";
import { changes } from "./voicemail.api.ts";
import { voicemailMessages } from "./voicemail.messages.ts";

/** Makes a message a favourite, or no longer one. */
export function useFavorite(): (message: Voicemail) => void {
  const t = useWords(voicemailMessages);
  const { run } = useVoicemailChange();
  return ({ id, favorite }) =>
    run({
      fallback: favorite ? "vmail.unfavorite" : "vmail.favorite",
      change: (api) => (favorite ? changes.unfavorite(api, id) : changes.favorite(api, id)),
      done: () => t(favorite ? "voicemail.done.unfavorite" : "voicemail.done.favorite", { count: 1 }),
    });
}
