import type { Kysely } from "kysely";
import { takeBreath } from "../../kernel/breath.ts";
import type { Book } from "../../modules/contacts/index.ts";
import { changeCopy, copyOf, joinCopies, type BookCopy, type CopiedContact } from "./book-copy.ts";
import { contactChangesSince, contactRevision } from "./contact-changes.ts";
import { isOwner } from "./contact-rows.ts";
import type { Tables } from "./schema.ts";

/** Contacts held at the same time, of all books: some 200 MB. */
const MOST_CONTACTS = 500_000;
/** Read at once: some three milliseconds. */
const PIECE = 400;

/**
 * Copies of books to search in, each read when it is first asked for. Before every answer the realm's revision is looked
 * at, and what has changed since is read again: also what another process has written.
 */
export function createBookCopies(db: Kysely<Tables>): (book: Book) => Promise<BookCopy> {
  /** The one that was asked last comes last. */
  const copies = new Map<string, Promise<BookCopy | undefined>>();
  const sizes = new Map<string, number>();

  const dropOldest = (): void => {
    let held = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of [...sizes].slice(0, -1)) {
      if (held <= MOST_CONTACTS) return;
      held -= size;
      sizes.delete(key);
      copies.delete(key);
    }
  };

  return async (book) => {
    const key = `${book.realmId}/${book.ownerId ?? ""}`;
    const before = copies.get(key) ?? Promise.resolve(undefined);
    // One after the other: a question that comes after a change must not be given what was read before it.
    const turn = before.then((copy) => (copy === undefined ? readCopy(db, book) : caughtUp(db, book, copy)));
    copies.delete(key);
    copies.set(
      key,
      turn.catch(() => undefined),
    );
    const copy = await turn;
    sizes.delete(key);
    sizes.set(key, copy.contacts.length);
    dropOldest();
    return copy;
  };
}

async function readCopy(db: Kysely<Tables>, book: Book): Promise<BookCopy> {
  // What changes while the book is read is read once more with the next question.
  const revision = await contactRevision(db, book.realmId);
  /** Each longer than those after it: joined as they grow, none of it takes long at once. */
  const runs: BookCopy[] = [];
  const joinLast = (): void => {
    const [one, other] = runs.splice(-2);
    if (one !== undefined && other !== undefined) runs.push(joinCopies(one, other));
  };
  for (let last = 0, isDone = false; !isDone;) {
    const rows = await rowsOf(db, book).where("id", ">", last).orderBy("id").limit(PIECE).execute();
    runs.push(copyOf(revision, await withParts(db, rows)));
    while (runs.length > 1 && lengthOf(runs.at(-2)) <= lengthOf(runs.at(-1))) joinLast();
    last = rows.at(-1)?.id ?? last;
    isDone = rows.length < PIECE;
    await takeBreath();
  }
  while (runs.length > 1) {
    joinLast();
    await takeBreath();
  }
  return runs[0] ?? copyOf(revision, []);
}

const lengthOf = (copy: BookCopy | undefined): number => copy?.contacts.length ?? 0;

async function caughtUp(db: Kysely<Tables>, book: Book, copy: BookCopy): Promise<BookCopy> {
  const { revision, ids } = await contactChangesSince(db, { realmId: book.realmId, revision: copy.revision });
  if (revision === copy.revision) return copy;
  if (ids === undefined) return readCopy(db, book);
  const contacts: CopiedContact[] = [];
  for (let at = 0; at < ids.length; at += PIECE) {
    const rows = await rowsOf(db, book)
      .where("id", "in", ids.slice(at, at + PIECE))
      .execute();
    for (const contact of await withParts(db, rows)) contacts.push(contact);
    await takeBreath();
  }
  return changeCopy(copy, { revision, ids: new Set(ids), contacts });
}

const rowsOf = (db: Kysely<Tables>, book: Book) =>
  db
    .selectFrom("contacts")
    .where("realm_id", "=", book.realmId)
    .where(isOwner("owner_id", book))
    .select(["id", "sort_name as sortName", "search_text as text"]);

async function withParts(
  db: Kysely<Tables>,
  rows: ReadonlyArray<Pick<CopiedContact, "id" | "sortName" | "text">>,
): Promise<readonly CopiedContact[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const keys = await db
    .selectFrom("contact_keys")
    .where("contact_id", "in", ids)
    .where("kind", "=", "number")
    .select(["contact_id as contactId", "value as e164"])
    .orderBy("contact_id")
    .orderBy("position")
    .execute();
  const links = await db
    .selectFrom("contact_tag_links")
    .where("contact_id", "in", ids)
    .select(["contact_id as contactId", "tag_id as tagId"])
    .execute();
  const numbersOf = grouped(keys.map((key) => [key.contactId, { contactId: key.contactId, e164: key.e164 }]));
  const tagIdsOf = grouped(links.map(({ contactId, tagId }) => [contactId, tagId]));
  // Made anew and all alike: a search goes through them three times faster than through copies of the rows.
  return rows.map(({ id, sortName, text }) => ({
    id,
    sortName,
    text,
    numbers: numbersOf.get(id) ?? NONE,
    tagIds: tagIdsOf.get(id) ?? NONE,
  }));
}

/** Of all contacts that have none: one list less for each. */
const NONE: readonly never[] = [];

function grouped<T>(pairs: ReadonlyArray<readonly [number, T]>): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const [id, value] of pairs) {
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [value]);
    else group.push(value);
  }
  return groups;
}
