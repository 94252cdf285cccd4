import type { Kysely } from "kysely";
import { contactName, type Book, type ContactStore } from "../../../modules/contacts/index.ts";
import type { NumberQuestion } from "../../../modules/directory/index.ts";
import { numbersFound, type ContactSearchIndex } from "./contact-search-index.ts";
import { labelOf } from "./contact-rows.ts";
import type { Tables } from "../schema.ts";

/** Searches numbers in the copy of the book. Names, labels and pictures of a page are read from the database. */
export function createContactNumbers(
  db: Kysely<Tables>,
  copyOf: (book: Book) => Promise<ContactSearchIndex>,
): Pick<ContactStore, "countNumbers" | "searchNumbers"> {
  /** A query first asks for the count and then for a page: the result for the same copy is reused. */
  const answers = new WeakMap<
    ContactSearchIndex,
    { readonly asked: string; readonly found: ReturnType<typeof numbersFound> }
  >();
  const find = async (book: Book, { text, words, digits, e164 }: NumberQuestion) => {
    const copy = await copyOf(book);
    const asked = JSON.stringify([text, words, digits, e164]);
    const before = answers.get(copy);
    if (before?.asked === asked) return before.found;
    const found = numbersFound(copy, { text, words, digits, e164 });
    answers.set(copy, { asked, found });
    return found;
  };

  return {
    countNumbers: async (book, question) => (await find(book, question)).map((numbers) => numbers.length),

    searchNumbers: async (book, { start, limit, ...question }) => {
      const found = (await find(book, question)).flat().slice(start, start + limit);
      if (found.length === 0) return [];
      const rows = await db
        .selectFrom("contacts")
        .leftJoin("contact_images", "contact_images.contact_id", "contacts.id")
        .where(
          "contacts.id",
          "in",
          found.map(({ contactId }) => contactId),
        )
        .select(["contacts.id", "contacts.first_name", "contacts.last_name", "contacts.company"])
        .select(["contacts.phone_numbers", "contact_images.key as imageKey"])
        .execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return found.flatMap(({ contactId, e164 }) => {
        const row = byId.get(contactId);
        if (row === undefined) return [];
        const { company, imageKey, phone_numbers } = row;
        const label = labelOf(phone_numbers, e164);
        return { e164, label, contactId, name: contactName(row), company, ownerId: book.ownerId, imageKey };
      });
    },
  };
}
