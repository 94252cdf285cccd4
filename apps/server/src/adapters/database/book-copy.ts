import { NUMBER_RANKS, type NumberQuestion } from "../../modules/directory/index.ts";

export interface CopiedNumber {
  readonly contactId: number;
  readonly e164: string;
}

/** What a contact is found by. */
export interface CopiedContact {
  readonly id: number;
  readonly sortName: string;
  /** Name, company, addresses and numbers, folded. */
  readonly text: string;
  /** As the contact lists them, each once. */
  readonly numbers: readonly CopiedNumber[];
  readonly tagIds: readonly number[];
}

/** What is searched in of one book, held in memory. A copy never changes; a newer one takes its place. */
export interface BookCopy {
  /** Of the realm's contacts: everything up to it is in the copy. */
  readonly revision: number;
  /** By name, then by age. */
  readonly contacts: readonly CopiedContact[];
  /** By number, then by age. */
  readonly numbers: readonly CopiedNumber[];
}

/** A copy of these contacts alone, in any order. */
export const copyOf = (revision: number, contacts: readonly CopiedContact[]): BookCopy => ({
  revision,
  contacts: contacts.toSorted(byName),
  numbers: contacts.flatMap(({ numbers }) => numbers).toSorted(byNumber),
});

/** Copies of different contacts as one. */
export const joinCopies = (one: BookCopy, other: BookCopy): BookCopy => ({
  revision: Math.min(one.revision, other.revision),
  contacts: joined(one.contacts, other.contacts, byName),
  numbers: joined(one.numbers, other.numbers, byNumber),
});

/** The copy with these contacts as they are now: those of `ids` that are not among `contacts` are gone. */
export function changeCopy(
  before: BookCopy,
  {
    revision,
    ids,
    contacts,
  }: { readonly revision: number; readonly ids: ReadonlySet<number>; readonly contacts: readonly CopiedContact[] },
): BookCopy {
  if (ids.size === 0) return { ...before, revision };
  const rest = {
    revision,
    contacts: before.contacts.filter(({ id }) => !ids.has(id)),
    numbers: before.numbers.filter(({ contactId }) => !ids.has(contactId)),
  };
  return joinCopies(rest, copyOf(revision, contacts));
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const byName = (one: CopiedContact, other: CopiedContact): number =>
  order(one.sortName, other.sortName) || one.id - other.id;
const byNumber = (one: CopiedNumber, other: CopiedNumber): number =>
  order(one.e164, other.e164) || one.contactId - other.contactId;

/** Two lists in order as one. */
function joined<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const result: T[] = [];
  let at = 0;
  for (const next of other) {
    for (let before = one[at]; before !== undefined && compare(before, next) < 0; before = one[at]) {
      result.push(before);
      at += 1;
    }
    result.push(next);
  }
  return result.concat(one.slice(at));
}

export interface CopyQuestion {
  /** Folded. */
  readonly words: readonly string[];
  readonly digits: string | undefined;
  readonly e164: string | undefined;
  readonly tagIds: readonly number[];
}

/** CONTACT-8, CONTACT-16, CONTACT-17: contacts that hold every word, or the number, and have all tags; by name. */
export function contactsFound(
  { contacts }: BookCopy,
  { words, digits, e164, tagIds }: CopyQuestion,
): readonly CopiedContact[] {
  if (words.length === 0 && tagIds.length === 0) return contacts;
  const numbers = [digits, e164].filter((one) => one !== undefined);
  return contacts.filter(
    (contact) =>
      tagIds.every((id) => contact.tagIds.includes(id)) &&
      (holds(contact.text, words) || (words.length > 0 && numbers.some((one) => contact.text.includes(one)))),
  );
}

const holds = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/** CONTACT-31: fewer digits are the beginning of an extension or a code, and stand in every number. */
const LEAST_DIGITS = 3;

/** CONTACT-31: numbers that a question finds, by rank; by digits in the numbers, by letters in the contacts. */
export function numbersFound(copy: BookCopy, question: NumberQuestion): ReadonlyArray<readonly CopiedNumber[]> {
  const { digits } = question;
  if (digits === undefined) return foundByText(copy, question);
  return digits.length < LEAST_DIGITS ? noNumbers() : foundByDigits(copy, { ...question, digits });
}

const noNumbers = (): CopiedNumber[][] => Object.values(NUMBER_RANKS).map(() => []);

function foundByText({ contacts }: BookCopy, { text, words }: NumberQuestion): readonly CopiedNumber[][] {
  const found = noNumbers();
  for (const contact of contacts) {
    if (!holds(contact.text, words)) continue;
    const isBegun = text !== "" && contact.sortName.startsWith(text);
    const ranked = found[isBegun ? NUMBER_RANKS.name : NUMBER_RANKS.other];
    for (const number of contact.numbers) ranked?.push(number);
  }
  return found;
}

function foundByDigits(
  { numbers }: BookCopy,
  { digits, e164 }: { readonly digits: string; readonly e164: string | undefined },
): readonly CopiedNumber[][] {
  const found = noNumbers();
  // A number may be typed with its country's trunk prefix, which E.164 has not.
  const bare = digits.replace(/^0/, "");
  const begins = digits.replace(/^0+/, "");
  const beginnings = [begins, `+${begins}`, `+1${begins}`, `+61${begins}`];
  for (const number of numbers) {
    if (!number.e164.includes(bare) && (e164 === undefined || !number.e164.includes(e164))) continue;
    const isPrefix = beginnings.some((beginning) => number.e164.startsWith(beginning));
    const { exact, prefix, other } = NUMBER_RANKS;
    found[number.e164 === (e164 ?? digits) ? exact : isPrefix ? prefix : other]?.push(number);
  }
  return found;
}
