import type { Kysely } from "kysely";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import type { Book } from "../../../modules/contacts/index.ts";
import {
  changeIndex,
  copyOf,
  joinIndexes,
  type ContactSearchIndex,
  type CopiedContact,
} from "./contact-search-index.ts";
import { contactChangesSince, contactRevision } from "./contact-changes.ts";
import { isOwner } from "./contact-rows.ts";
import type { Tables } from "../schema.ts";

/** Contacts in memory at the same time, over all books: about 200 MB. */
const MOST_CONTACTS = 500_000;
/** Contacts processed in one go, before other work may run: about three milliseconds. */
const PIECE = 400;

/**
 * In-memory copies of books, for searches. A copy is read when its book is first searched. Each search compares the realm's
 * revision with the copy's and reads the changed contacts again, so it also sees what other processes have written.
 */
export function createContactSearchIndexes(db: Kysely<Tables>): (book: Book) => Promise<ContactSearchIndex> {
  /** In order of use; the most recently used copy is the last. */
  const copies = new Map<string, Promise<ContactSearchIndex | undefined>>();
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
    // One after the other: a query that comes after a change must not get a copy from before that change.
    const turn = before.then((copy) => (copy === undefined ? readIndex(db, book) : caughtUp(db, book, copy)));
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

async function readIndex(db: Kysely<Tables>, book: Book): Promise<ContactSearchIndex> {
  // The revision is read first: contacts that change while the book is read are read again by the next query.
  const revision = await contactRevision(db, book.realmId);
  /** Each run is longer than those after it. Runs are joined as they grow, so that no single join takes long. */
  const runs: ContactSearchIndex[] = [];
  const joinLast = (): void => {
    const [one, other] = runs.splice(-2);
    if (one !== undefined && other !== undefined) runs.push(joinIndexes(one, other));
  };
  for (let last = 0, isDone = false; !isDone;) {
    const rows = await rowsOf(db, book).where("id", ">", last).orderBy("id").limit(PIECE).execute();
    runs.push(copyOf(revision, await withParts(db, rows)));
    while (runs.length > 1 && lengthOf(runs.at(-2)) <= lengthOf(runs.at(-1))) joinLast();
    last = rows.at(-1)?.id ?? last;
    isDone = rows.length < PIECE;
    await yieldLoop();
  }
  while (runs.length > 1) {
    joinLast();
    await yieldLoop();
  }
  return runs[0] ?? copyOf(revision, []);
}

const lengthOf = (copy: ContactSearchIndex | undefined): number => copy?.contacts.length ?? 0;

async function caughtUp(db: Kysely<Tables>, book: Book, copy: ContactSearchIndex): Promise<ContactSearchIndex> {
  const { revision, ids } = await contactChangesSince(db, { realmId: book.realmId, revision: copy.revision });
  if (revision === copy.revision) return copy;
  if (ids === undefined) return readIndex(db, book);
  const contacts: CopiedContact[] = [];
  for (let at = 0; at < ids.length; at += PIECE) {
    const rows = await rowsOf(db, book)
      .where("id", "in", ids.slice(at, at + PIECE))
      .execute();
    for (const contact of await withParts(db, rows)) contacts.push(contact);
    await yieldLoop();
  }
  return changeIndex(copy, { revision, ids: new Set(ids), contacts });
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
  // New objects with the same properties: searching them is three times faster than searching the database rows.
  return rows.map(({ id, sortName, text }) => ({
    id,
    sortName,
    text,
    numbers: numbersOf.get(id) ?? NONE,
    tagIds: tagIdsOf.get(id) ?? NONE,
  }));
}

/** Shared by all contacts without entries, to save one array for each. */
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
