import { BUDDY_PICTURE_PX } from "@callpanel/contract";
import type { Kysely, SelectQueryBuilder } from "kysely";
import {
  contactName,
  type Book,
  type ContactStore,
  type FoundName,
  type StoredContact,
} from "../../../modules/contacts/index.ts";
import { createContactSearchIndexes } from "./contact-search-indexes.ts";
import { contactsFound } from "./contact-search-index.ts";
import { beginContactChange } from "./contact-changes.ts";
import { writeMany, writeParts } from "./contact-writes.ts";
import { createContactNumbers } from "./contact-numbers.store.ts";
import { isOwner, labelOf, readContact, selectContacts, writeContact } from "./contact-rows.ts";
import type { Tables } from "../schema.ts";

export function createContactStore(db: Kysely<Tables>): ContactStore {
  const copyOf = createContactSearchIndexes(db);
  return {
    list: async ({ book, start, limit, tags, ...question }) => {
      const tagIds = await tagIdsOf(db, book, tags);
      if (tagIds === undefined) return { total: 0, contacts: [] };
      const found = contactsFound(await copyOf(book), { ...question, tagIds });
      const ids = found.slice(start, start + limit).map(({ id }) => id);
      return { total: found.length, contacts: await readAll(db, ids) };
    },

    byIds: async (realmId, ids) => {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("contacts")
        .where("realm_id", "=", realmId)
        .where("id", "in", ids)
        .select("id")
        .execute();
      const ofRealm = new Set(rows.map(({ id }) => id));
      return readAll(
        db,
        [...new Set(ids)].filter((id) => ofRealm.has(id)),
      );
    },

    create: (contact) =>
      db.transaction().execute(async (trx) => {
        const changed = await beginContactChange(trx, contact.book.realmId);
        const { id } = await trx
          .insertInto("contacts")
          .values(writeContact(contact.book, contact.fields))
          .returning("id")
          .executeTakeFirstOrThrow();
        await writeParts(trx, id, contact);
        await changed([id]);
        return readOne(trx, id);
      }),

    update: (id, contact, isStill = () => true) =>
      db.transaction().execute(async (trx) => {
        const changed = await beginContactChange(trx, contact.book.realmId);
        const [now] = await readAll(trx, [id]);
        if (now === undefined) return undefined;
        if (!isStill(now)) return "changed";
        await trx
          .updateTable("contacts")
          .set(writeContact(contact.book, contact.fields))
          .where("id", "=", id)
          .execute();
        await trx.deleteFrom("contact_keys").where("contact_id", "=", id).execute();
        await trx.deleteFrom("contact_tag_links").where("contact_id", "=", id).execute();
        await writeParts(trx, id, contact);
        await changed([id]);
        return readOne(trx, id);
      }),

    remove: async (realmId, ids) => {
      if (ids.length === 0) return;
      await db.transaction().execute(async (trx) => {
        const changed = await beginContactChange(trx, realmId);
        await trx.deleteFrom("contacts").where("realm_id", "=", realmId).where("id", "in", ids).execute();
        await changed(ids);
      });
    },

    writeAll: (contacts) => db.transaction().execute((trx) => writeMany(trx, contacts)),

    holdersOf: async (book, keys) => {
      if (keys.length === 0) return [];
      const kinds = [...new Set(keys.map(({ kind }) => kind))];
      const found = await Promise.all(
        kinds.map(async (kind) => {
          const values = keys.flatMap((key) => (key.kind === kind ? [key.value] : []));
          const rows = await db
            .selectFrom("contact_keys")
            .innerJoin("contacts", "contacts.id", "contact_keys.contact_id")
            .where("contact_keys.realm_id", "=", book.realmId)
            .where(isOwner("contact_keys.owner_id", book))
            .where("contact_keys.kind", "=", kind)
            .where("contact_keys.value", "in", values)
            .select(["contacts.id", "contacts.first_name", "contacts.last_name", "contact_keys.value"])
            .orderBy("contacts.id")
            .execute();
          return rows.map(({ id, value, ...name }) => ({ kind, value, contactId: id, name: contactName(name) }));
        }),
      );
      return found.flat();
    },

    longestLists: async (book) => {
      const numbers = await inBook(db.selectFrom("contacts"), book)
        .select((eb) => eb.fn.max("number_count").as("most"))
        .executeTakeFirst();
      const emails = await db
        .selectFrom("contact_keys")
        .where("realm_id", "=", book.realmId)
        .where(isOwner("owner_id", book))
        .where("kind", "=", "email")
        .select((eb) => eb.fn.max("position").as("last"))
        .executeTakeFirst();
      return { numbers: numbers?.most ?? 0, emails: (emails?.last ?? -1) + 1 };
    },

    image: async (id, size) => {
      const column = size === BUDDY_PICTURE_PX ? "small" : "large";
      const row = await db
        .selectFrom("contact_images")
        .where("contact_id", "=", id)
        .select(["key", `${column} as bytes`])
        .executeTakeFirst();
      // libsql returns an ArrayBuffer.
      return row === undefined ? undefined : { key: row.key, bytes: new Uint8Array(row.bytes) };
    },

    namesOf: async (books, query) => {
      const found = await Promise.all(books.map((book) => namesIn(db, book, { callersOnly: false, ...query })));
      return found.flat();
    },

    ...createContactNumbers(db, copyOf),
  };
}

/** Undefined when one of the names is not a tag of the book. */
async function tagIdsOf(
  db: Kysely<Tables>,
  book: Book,
  names: readonly string[],
): Promise<readonly number[] | undefined> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom("contact_tags")
    .where("folded_name", "in", wanted)
    .where("realm_id", "=", book.realmId)
    .where(isOwner("owner_id", book))
    .select("id")
    .execute();
  return rows.length === wanted.length ? rows.map(({ id }) => id) : undefined;
}

const inBook = <O>(query: SelectQueryBuilder<Tables, "contacts", O>, book: Book) =>
  query.where("contacts.realm_id", "=", book.realmId).where(isOwner("contacts.owner_id", book));

async function readOne(db: Kysely<Tables>, id: number): Promise<StoredContact> {
  const [contact] = await readAll(db, [id]);
  if (contact === undefined) throw new Error(`contact ${id} was written but cannot be read`);
  return contact;
}

/** In the order of `ids`. */
async function readAll(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly StoredContact[]> {
  if (ids.length === 0) return [];
  const rows = await selectContacts(db).where("contacts.id", "in", ids).execute();
  const links = await db
    .selectFrom("contact_tag_links")
    .innerJoin("contact_tags", "contact_tags.id", "contact_tag_links.tag_id")
    .where("contact_tag_links.contact_id", "in", ids)
    .select(["contact_tag_links.contact_id", "contact_tags.name"])
    .orderBy("contact_tags.folded_name")
    .execute();
  const tagsOf = new Map<number, string[]>(ids.map((id) => [id, []]));
  for (const { contact_id, name } of links) tagsOf.get(contact_id)?.push(name);
  const byId = new Map(rows.map((row) => [row.id, readContact(row, tagsOf.get(row.id) ?? [])]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface NameQuery {
  readonly numbers: readonly string[];
  readonly callersOnly: boolean;
}

async function namesIn(
  db: Kysely<Tables>,
  book: Book,
  { numbers, callersOnly }: NameQuery,
): Promise<readonly FoundName[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom("contact_keys")
    .innerJoin("contacts", "contacts.id", "contact_keys.contact_id")
    .leftJoin("contact_images", "contact_images.contact_id", "contacts.id")
    .where("contact_keys.realm_id", "=", book.realmId)
    .where(isOwner("contact_keys.owner_id", book))
    .where("contact_keys.kind", "=", "number")
    .where("contact_keys.value", "in", numbers)
    .$if(callersOnly, (query) => query.where("contacts.use_as_callerid", "=", 1))
    .select(["contacts.id", "contacts.first_name", "contacts.last_name", "contacts.company", "contacts.phone_numbers"])
    .select(["contact_keys.value as e164", "contact_images.key as imageKey"])
    .orderBy("contacts.id")
    .execute();
  return rows.map(({ id, company, e164, imageKey, phone_numbers, ...name }) => {
    const label = labelOf(phone_numbers, e164);
    return { e164, label, contactId: id, name: contactName(name), company, ownerId: book.ownerId, imageKey };
  });
}
