import type { PhoneNumber } from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { NumberSource } from "../directory/index.ts";
import { contactImageUrl } from "./contacts.model.ts";
import { bookOf, readsBook } from "./contacts.policy.ts";
import type { ContactStore, FoundName } from "./contacts.store.ts";

/** CONTACT-31: numbers of the contacts that the caller may see, personal ones first. */
export function createContactNumberSources(store: ContactStore): (caller: Caller) => readonly NumberSource[] {
  return (caller) =>
    [bookOf(caller, true), bookOf(caller, false)]
      .filter((book) => readsBook(caller, book))
      .map((book) => ({
        counts: (question) => store.countNumbers(book, question),
        slice: async (question, piece) =>
          (await store.searchNumbers(book, { ...question, ...piece })).map(presentNumber),
      }));
}

function presentNumber({ e164, label, name, contactId, imageKey }: FoundName): PhoneNumber {
  const url = contactImageUrl(contactId, imageKey);
  return {
    phoneNumber: e164,
    label,
    name,
    username: null,
    hasImage: imageKey !== null,
    imageUrl: url === null ? null : `${url}&size=64`,
    contactID: contactId,
  };
}
