import { toE164 } from "../../kernel/text/phone-number.ts";
import { bookOf, readsBook, type ContactReader } from "./contacts.policy.ts";
import type { ContactStore, FoundName } from "./contacts.store.ts";

/** CONTACT-30: contacts that the caller may read, one's own before shared ones; the keys are the numbers as they were given. */
export async function contactNamesOf(
  store: Pick<ContactStore, "namesOf">,
  caller: ContactReader,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, FoundName>> {
  const spelled = new Map(numbers.map((number) => [number, toE164(number)]));
  const wanted = [...new Set([...spelled.values()].flatMap((e164) => e164 ?? []))];
  const books = [bookOf(caller, true), bookOf(caller, false)].filter((book) => readsBook(caller, book));
  const found = new Map<string, FoundName>();
  for (const name of await store.namesOf(books, { numbers: wanted }))
    if (!found.has(name.e164)) found.set(name.e164, name);
  return new Map(
    [...spelled].flatMap(([number, e164]) => {
      const name = e164 === undefined ? undefined : found.get(e164);
      return name === undefined ? [] : [[number, name] as const];
    }),
  );
}
