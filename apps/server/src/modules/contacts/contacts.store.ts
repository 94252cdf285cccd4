import type { NumberQuestion } from "../directory/index.ts";
import type { EncodedPicture } from "../pictures/index.ts";
import type { Book, ContactFields, ContactImageSize, ContactKey, StoredContact, StoredTag } from "./contacts.model.ts";

/** What is asked for of a book. A contact is found when it holds every word, or the digits, or the number; and has all tags. */
interface ContactQuery {
  readonly book: Book;
  /** Folded. */
  readonly words: readonly string[];
  readonly digits: string | undefined;
  readonly e164: string | undefined;
  /** Names, folded. */
  readonly tags: readonly string[];
}

export interface ContactWrite {
  readonly book: Book;
  readonly fields: ContactFields;
  /** Of the same book. */
  readonly tagIds: readonly number[];
  /** Undefined: as it was; null: none. */
  readonly image: (EncodedPicture & { readonly key: string }) | null | undefined;
}

/** A contact that has a key. */
export interface KeyHolder extends ContactKey {
  readonly contactId: number;
  readonly name: string;
}

export interface FoundName {
  readonly e164: string;
  readonly label: string;
  readonly contactId: number;
  readonly name: string;
  readonly company: string;
  readonly ownerId: number | null;
  readonly imageKey: string | null;
}

/** Contacts of all companies and people. What a call resolved to is durable. */
export interface ContactStore {
  /** By name; the same question at the same time gives pages that join. */
  list(
    query: ContactQuery & { readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly contacts: readonly StoredContact[] }>;
  /** Those there are in the realm, in any book. */
  byIds(realmId: number, ids: readonly number[]): Promise<readonly StoredContact[]>;
  create(contact: ContactWrite): Promise<StoredContact>;
  /** Undefined when it is gone. */
  update(id: number, contact: ContactWrite): Promise<StoredContact | undefined>;
  /** Those there are in the realm. */
  remove(realmId: number, ids: readonly number[]): Promise<void>;
  /** Many of one realm at once, all or none: those with an id are written anew, or added where it is gone. */
  writeAll(contacts: ReadonlyArray<ContactWrite & { readonly id: number | undefined }>): Promise<readonly number[]>;
  /** Who of a book has the keys; the contact that was there first comes first. */
  holdersOf(book: Book, keys: readonly ContactKey[]): Promise<readonly KeyHolder[]>;
  /** The most numbers, and the most e-mails, that a contact of the book has. */
  longestLists(book: Book): Promise<{ readonly numbers: number; readonly emails: number }>;
  image(id: number, size: ContactImageSize): Promise<{ readonly key: string; readonly bytes: Uint8Array } | undefined>;
  /** Who of these books has the numbers: book by book, and in each the contact that was there first. */
  namesOf(
    books: readonly Book[],
    query: {
      readonly numbers: readonly string[];
      /** Contacts alone that name callers. */
      readonly callersOnly?: boolean;
    },
  ): Promise<readonly FoundName[]>;
  /** How many numbers of a book a question finds, by rank. */
  countNumbers(book: Book, question: NumberQuestion): Promise<readonly number[]>;
  /** The same numbers, best rank first, and of a rank by name. */
  searchNumbers(
    book: Book,
    question: NumberQuestion & { readonly start: number; readonly limit: number },
  ): Promise<readonly FoundName[]>;
}

/** Tags of all companies and people. */
export interface ContactTagStore {
  /** By name. */
  tagsOf(book: Book): Promise<readonly StoredTag[]>;
  /** "exists": the name, folded, is taken; "full": there are `limit`. */
  create(book: Book, tag: TagWrite & { readonly limit: number }): Promise<StoredTag | "exists" | "full">;
  update(book: Book, id: number, tag: TagWrite): Promise<StoredTag | "exists" | "missing">;
  /** False when there is none. */
  remove(book: Book, id: number): Promise<boolean>;
}

interface TagWrite {
  readonly name: string;
  readonly color: string | null;
}
