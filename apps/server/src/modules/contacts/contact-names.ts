import { toE164 } from "../../kernel/text/phone-number.ts";
import { numberQuestion } from "../directory/index.ts";
import { bookOf, readsBook, type ContactReader } from "./contacts.policy.ts";
import type { ContactStore, FoundName } from "./contacts.store.ts";

/** CONTACT-30: contacts that the caller may read, the caller's own before shared ones; the keys are the numbers as they were given. */
export async function contactNamesOf(
  store: Pick<ContactStore, "namesOf">,
  caller: ContactReader,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, FoundName>> {
  const spelled = new Map(numbers.map((number) => [number, toE164(number)]));
  const wanted = [...new Set([...spelled.values()].flatMap((e164) => e164 ?? []))];
  const books = readableBooks(caller);
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

const readableBooks = (caller: ContactReader) =>
  [bookOf(caller, true), bookOf(caller, false)].filter((book) => readsBook(caller, book));

/** Of each book. */
const NAMED_MOST = 500;

/** Numbers, in E.164, of the contacts that the caller may read and that fit a search. */
export async function contactNumbersNamed(
  store: Pick<ContactStore, "searchNumbers">,
  caller: ContactReader,
  search: string,
): Promise<readonly string[]> {
  const question = { ...numberQuestion(search), start: 0, limit: NAMED_MOST };
  const found = await Promise.all(readableBooks(caller).map((book) => store.searchNumbers(book, question)));
  return [...new Set(found.flat().map(({ e164 }) => e164))];
}
