import type { Kysely } from "kysely";
import type { ContactStore, ContactWrite } from "../../../modules/contacts/index.ts";
import { beginContactChange } from "./contact-changes.ts";
import { isOwner, keysOf, writeContact } from "./contact-rows.ts";
import type { Tables } from "../schema.ts";

type ManyWrites = Parameters<ContactStore["writeAll"]>[0];

/** Inserts all rows of a kind together: a statement costs more than a row. */
export async function writeMany(trx: Kysely<Tables>, contacts: ManyWrites): Promise<readonly number[]> {
  const realmId = contacts[0]?.book.realmId;
  if (realmId === undefined) return [];
  const changed = await beginContactChange(trx, realmId);
  const there = await updateRows(trx, contacts);
  const added = await insertRows(
    trx,
    contacts.filter(({ id }) => id === undefined || !there.has(id)),
  );
  const written = contacts.map((contact) => ({
    ...contact,
    id: contact.id !== undefined && there.has(contact.id) ? contact.id : (added.shift() ?? 0),
  }));
  await inPieces(
    written.flatMap(({ id, book, fields }) => keysOf(id, book, fields)),
    (rows) => trx.insertInto("contact_keys").values(rows).execute(),
  );
  await linkTags(trx, written);
  const ids = written.map(({ id }) => id);
  await changed(ids);
  return ids;
}

/** @returns ids of the contacts that are in their books; their keys are removed */
async function updateRows(trx: Kysely<Tables>, contacts: ManyWrites): Promise<ReadonlySet<number>> {
  const there = new Set<number>();
  for (const { id, book, fields } of contacts) {
    if (id === undefined) continue;
    const row = writeContact(book, fields);
    const { numUpdatedRows } = await trx
      .updateTable("contacts")
      .set(row)
      .where("id", "=", id)
      .where("realm_id", "=", book.realmId)
      .where(isOwner("owner_id", book))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) there.add(id);
  }
  if (there.size === 0) return there;
  await trx
    .deleteFrom("contact_keys")
    .where("contact_id", "in", [...there])
    .execute();
  return there;
}

/** @returns their ids, in order: ids grow within a statement */
async function insertRows(trx: Kysely<Tables>, contacts: ManyWrites): Promise<number[]> {
  const ids: number[] = [];
  await inPieces(contacts, async (piece) => {
    const rows = piece.map(({ book, fields }) => writeContact(book, fields));
    const added = await trx.insertInto("contacts").values(rows).returning("id").execute();
    ids.push(...added.map(({ id }) => id).toSorted((one, other) => one - other));
  });
  return ids;
}

/** Rows per statement: databases limit the number of parameters. */
const ROWS_AT_ONCE = 1_000;

async function inPieces<T>(rows: readonly T[], write: (piece: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await write(rows.slice(at, at + ROWS_AT_ONCE));
}

/** CONTACT-7: a tag that was removed meanwhile is left out, and one that the contact has already stays. */
async function linkTags(
  trx: Kysely<Tables>,
  contacts: ReadonlyArray<{ readonly id: number; readonly tagIds: readonly number[] }>,
): Promise<void> {
  const wanted = new Set(contacts.flatMap(({ tagIds }) => tagIds));
  if (wanted.size === 0) return;
  const found = await trx
    .selectFrom("contact_tags")
    .where("id", "in", [...wanted])
    .select("id")
    .execute();
  const there = new Set(found.map(({ id }) => id));
  await inPieces(
    contacts.flatMap(({ id, tagIds }) =>
      tagIds.filter((tagId) => there.has(tagId)).map((tagId) => ({ contact_id: id, tag_id: tagId })),
    ),
    (rows) =>
      trx
        .insertInto("contact_tag_links")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  );
}

/** Writes the tags and keys of contacts. Those of an existing contact must have been removed before. */
export async function writeParts(
  db: Kysely<Tables>,
  id: number,
  { book, fields, tagIds, image }: ContactWrite,
): Promise<void> {
  await db
    .insertInto("contact_keys")
    .values(keysOf(id, book, fields))
    .execute();
  await linkTags(db, [{ id, tagIds }]);
  if (image === undefined) return;
  await db.deleteFrom("contact_images").where("contact_id", "=", id).execute();
  if (image !== null)
    await db
      .insertInto("contact_images")
      .values({ contact_id: id, ...image })
      .execute();
}
