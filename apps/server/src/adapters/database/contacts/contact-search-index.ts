import { NUMBER_RANKS, type NumberQuestion } from "../../../modules/directory/index.ts";

export interface CopiedNumber {
  readonly contactId: number;
  readonly e164: string;
}

/** The searchable part of a contact. */
export interface CopiedContact {
  readonly id: number;
  readonly sortName: string;
  /** Name, company, addresses and numbers, folded. */
  readonly text: string;
  /** In the contact's order, without duplicates. */
  readonly numbers: readonly CopiedNumber[];
  readonly tagIds: readonly number[];
}

/** The searchable part of one book, in memory. Immutable: a newer copy replaces it. */
export interface ContactSearchIndex {
  /** Revision of the realm's contacts; the copy contains every change up to it. */
  readonly revision: number;
  /** Sorted by name, then by age. */
  readonly contacts: readonly CopiedContact[];
  /** Sorted by number, then by age. */
  readonly numbers: readonly CopiedNumber[];
}

/** A copy with exactly these contacts, given in any order. */
export const copyOf = (revision: number, contacts: readonly CopiedContact[]): ContactSearchIndex => ({
  revision,
  contacts: contacts.toSorted(byName),
  numbers: contacts.flatMap(({ numbers }) => numbers).toSorted(byNumber),
});

/** Joins copies of different contacts. */
export const joinIndexes = (one: ContactSearchIndex, other: ContactSearchIndex): ContactSearchIndex => ({
  revision: Math.min(one.revision, other.revision),
  contacts: joined(one.contacts, other.contacts, byName),
  numbers: joined(one.numbers, other.numbers, byNumber),
});

/** The copy with these contacts in their current state. A contact that is in `ids` but not in `contacts` is removed. */
export function changeIndex(
  before: ContactSearchIndex,
  {
    revision,
    ids,
    contacts,
  }: { readonly revision: number; readonly ids: ReadonlySet<number>; readonly contacts: readonly CopiedContact[] },
): ContactSearchIndex {
  if (ids.size === 0) return { ...before, revision };
  const rest = {
    revision,
    contacts: before.contacts.filter(({ id }) => !ids.has(id)),
    numbers: before.numbers.filter(({ contactId }) => !ids.has(contactId)),
  };
  return joinIndexes(rest, copyOf(revision, contacts));
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const byName = (one: CopiedContact, other: CopiedContact): number =>
  order(one.sortName, other.sortName) || one.id - other.id;
const byNumber = (one: CopiedNumber, other: CopiedNumber): number =>
  order(one.e164, other.e164) || one.contactId - other.contactId;

/** Merges two sorted lists. */
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

export interface IndexQuestion {
  /** Folded. */
  readonly words: readonly string[];
  readonly digits: string | undefined;
  readonly e164: string | undefined;
  readonly tagIds: readonly number[];
}

/** CONTACT-8, CONTACT-16, CONTACT-17: contacts that contain every word, or the number, and have all tags; sorted by name. */
export function contactsFound(
  { contacts }: ContactSearchIndex,
  { words, digits, e164, tagIds }: IndexQuestion,
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

/** CONTACT-31: fewer digits can be the start of an extension or a feature code, and occur in every number. */
const LEAST_DIGITS = 3;

/** CONTACT-31: the numbers that match, by rank. Digits are searched in the numbers, letters in the contacts. */
export function numbersFound(
  copy: ContactSearchIndex,
  question: NumberQuestion,
): ReadonlyArray<readonly CopiedNumber[]> {
  const { digits } = question;
  if (digits === undefined) return foundByText(copy, question);
  return digits.length < LEAST_DIGITS ? noNumbers() : foundByDigits(copy, { ...question, digits });
}

const noNumbers = (): CopiedNumber[][] => Object.values(NUMBER_RANKS).map(() => []);

function foundByText({ contacts }: ContactSearchIndex, { text, words }: NumberQuestion): readonly CopiedNumber[][] {
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
  { numbers }: ContactSearchIndex,
  { digits, e164 }: { readonly digits: string; readonly e164: string | undefined },
): readonly CopiedNumber[][] {
  const found = noNumbers();
  // A number may be typed with its country's trunk prefix, which E.164 does not have.
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
