import { listContacts } from "@callpanel/contract";
import { MOST_FOUND } from "../../shared/find/find.ts";
import type { Find } from "../../shared/find/find.ts";
import { numbersOf } from "../../shared/find/numbers.ts";
import { contactsMessages } from "./contacts.messages.ts";
import { listsOf } from "./contacts.lists.ts";

/** SHELL-26: contacts by name, company, number or e-mail address, to call each of their numbers. */
export const findContacts: Find = async ({ panel, words, text, signal }) => {
  const { write, call } = await numbersOf(panel);
  if (call === null) return [];
  const pages = await Promise.all(
    listsOf(panel.viewer.flags).map((list) =>
      panel.api.call(listContacts, {
        query: { start: 0, limit: MOST_FOUND, search: text, is_personal: list === "personal" },
        signal,
      }),
    ),
  );
  return pages
    .flatMap(({ data }) => data)
    .flatMap((contact) => {
      const name = `${contact.first_name} ${contact.last_name}`.trim() || contact.company;
      return contact.phone_numbers.map(({ phone_number }, at) => ({
        id: `contact-${contact.id}-${at}`,
        label: words.text(contactsMessages, "contacts.callOne", { number: name }),
        detail: [contact.company, write(phone_number)].filter((part) => part !== "" && part !== name).join(" · "),
        go: () => call(phone_number),
      }));
    });
};
