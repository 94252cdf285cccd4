import { listVoicemails, voicemailQuerySchema } from "@callpanel/contract";
import { MOST_FOUND } from "../../shared/find/find.ts";
import type { Find } from "../../shared/find/find.ts";
import { numbersOf } from "../../shared/find/numbers.ts";
import { formatsOf } from "../../shared/formats/formats.ts";
import { voicemailMessages } from "./voicemail.messages.ts";

/** SHELL-26: messages by caller or by their words, to open them. */
export const findVoicemails: Find = async ({ panel, words, text, signal }) => {
  const { write } = await numbersOf(panel);
  const { data } = await panel.api.call(listVoicemails, {
    query: voicemailQuerySchema.parse({ start: 0, limit: MOST_FOUND, search: text }),
    signal,
  });
  const formats = formatsOf(words);
  return data.map(({ id, caller_name, caller_number, origtime }) => {
    const name =
      caller_name.trim() || write(caller_number.trim()) || words.text(voicemailMessages, "voicemail.unknownCaller");
    return {
      id: `voicemail-${id}`,
      label: words.text(voicemailMessages, "voicemail.message", { name }),
      detail: formats.recent(origtime, panel.clock.now()),
      go: `/voicemails/all/${id}`,
    };
  });
};
