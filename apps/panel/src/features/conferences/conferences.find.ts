import { listConferences } from "@callpanel/contract";
import { MOST_FOUND } from "../../shared/find/find.ts";
import type { Find } from "../../shared/find/find.ts";
import { numbersOf } from "../../shared/find/numbers.ts";
import { conferencesMessages } from "./conferences.messages.ts";

/** SHELL-26: conferences by name or number, to join them. */
export const findConferences: Find = async ({ panel, words, text, signal }) => {
  const { call } = await numbersOf(panel);
  if (call === null) return [];
  const { data } = await panel.api.call(listConferences, {
    query: { start: 0, limit: MOST_FOUND, search: text, watch: false },
    signal,
  });
  return data
    .filter(({ disabled }) => !disabled)
    .map(({ id, name, number }) => ({
      id: `conference-${id}`,
      label: words.text(conferencesMessages, "conferences.joinOne", { name }),
      detail: number,
      go: () => call(number),
    }));
};
