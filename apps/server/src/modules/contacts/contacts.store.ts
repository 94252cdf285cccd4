import type { NumberQuestion } from "../directory/index.ts";
import type { EncodedPicture } from "../pictures/index.ts";
import type { Book, ContactFields, ContactImageSize, ContactKey, StoredContact, StoredTag } from "./contacts.model.ts";

/** A query of a book. A contact matches when it contains every word, or the digits, or the number, and has all the tags. */
interface ContactQuery {
  readonly book: Book;
  /** Folded. */
  readonly words: readonly string[];
  readonly digits: string | undefined;
  readonly e164: string | undefined;
  /** Folded names. */
  readonly tags: readonly string[];
}

export interface ContactWrite {
  readonly book: Book;
  readonly fields: ContactFields;
  /** Ids of tags of the same book; those that do not exist any more are left out. */
  readonly tagIds: readonly number[];
  /** Undefined: unchanged; null: no picture. */
  readonly image: (EncodedPicture & { readonly key: string }) | null | undefined;
}

/** A contact with a given key. */
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

/** Contacts of all companies and people. When a promise resolves, the change is durable. */
export interface ContactStore {
  /** Sorted by name; pages of the same query at the same time fit together. */
  list(
    query: ContactQuery & { readonly start: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly contacts: readonly StoredContact[] }>;
  /** The existing ones of the realm, in any book, in the order of `ids`. */
  byIds(realmId: number, ids: readonly number[]): Promise<readonly StoredContact[]>;
  create(contact: ContactWrite): Promise<StoredContact>;
  /** Undefined when it does not exist any more; "changed" when it is not what `isStill` expects: then it stays as it is. */
  update(
    id: number,
    contact: ContactWrite,
    isStill?: (now: StoredContact) => boolean,
  ): Promise<StoredContact | "changed" | undefined>;
  /** Removes the existing ones of the realm. */
  remove(realmId: number, ids: readonly number[]): Promise<void>;
  /**
   * Writes many contacts of one realm, all or none: those with an id are replaced and keep their other tags, or are added
   * if they are not in the book any more.
   */
  writeAll(contacts: ReadonlyArray<ContactWrite & { readonly id: number | undefined }>): Promise<readonly number[]>;
  /** The contacts of a book with these keys, oldest first. */
  holdersOf(book: Book, keys: readonly ContactKey[]): Promise<readonly KeyHolder[]>;
  /** The largest number of phone numbers, and of e-mails, of a contact in the book. */
  longestLists(book: Book): Promise<{ readonly numbers: number; readonly emails: number }>;
  image(id: number, size: ContactImageSize): Promise<{ readonly key: string; readonly bytes: Uint8Array } | undefined>;
  /** The contacts of these books with the numbers: book by book, and in each the oldest first. */
  namesOf(
    books: readonly Book[],
    query: {
      readonly numbers: readonly string[];
      /** Only contacts that may name callers. */
      readonly callersOnly?: boolean;
    },
  ): Promise<readonly FoundName[]>;
  /** The number of matches in a book, by rank. */
  countNumbers(book: Book, question: NumberQuestion): Promise<readonly number[]>;
  /** The same matches, best rank first, and within a rank by name. */
  searchNumbers(
    book: Book,
    question: NumberQuestion & { readonly start: number; readonly limit: number },
  ): Promise<readonly FoundName[]>;
}

/** Tags of all companies and people. */
export interface ContactTagStore {
  /** Sorted by name. */
  tagsOf(book: Book): Promise<readonly StoredTag[]>;
  /** "exists": the folded name is in use; "full": there are `limit` tags already. */
  create(book: Book, tag: TagWrite & { readonly limit: number }): Promise<StoredTag | "exists" | "full">;
  update(book: Book, id: number, tag: TagWrite): Promise<StoredTag | "exists" | "missing">;
  /** False when there is no such tag. */
  remove(book: Book, id: number): Promise<boolean>;
}

interface TagWrite {
  readonly name: string;
  readonly color: string | null;
}
