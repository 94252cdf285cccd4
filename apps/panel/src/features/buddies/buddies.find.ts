import { listBuddies } from "@callpanel/contract";
import { MOST_FOUND } from "../../shared/find/find.ts";
import type { Find } from "../../shared/find/find.ts";
import { numbersOf } from "../../shared/find/numbers.ts";
import { buddiesMessages } from "./buddies.messages.ts";

/** SHELL-26: colleagues to call, for users without chat: with it the palette has them from the list of its users. */
export const findBuddies: Find = async ({ panel, words, text, signal }) => {
  const { call } = await numbersOf(panel);
  const { flags, user } = panel.viewer;
  if (call === null || flags.chatsRead) return [];
  const { data } = await panel.api.call(listBuddies, { query: { start: 0, limit: MOST_FOUND, search: text }, signal });
  return data.flatMap(({ exten, name }) =>
    exten === "" || exten === user.extension
      ? []
      : [
          {
            id: `buddy-${exten}`,
            label: words.text(buddiesMessages, "buddies.callOne", { name }),
            detail: exten,
            go: () => call(exten),
          },
        ],
  );
};
