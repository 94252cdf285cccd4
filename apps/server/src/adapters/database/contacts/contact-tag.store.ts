import type { Kysely } from "kysely";
import { foldText } from "../../../kernel/text/search-text.ts";
import type { Book, ContactTagStore, StoredTag } from "../../../modules/contacts/index.ts";
import { beginContactChange } from "./contact-changes.ts";
import { isOwner } from "./contact-rows.ts";
import { holdRealm } from "../rows.ts";
import type { Tables } from "../schema.ts";

export function createContactTagStore(db: Kysely<Tables>): ContactTagStore {
  return {
    tagsOf: (book) => selectTags(db, book).execute(),

    create: (book, { name, color, limit }) =>
      db.transaction().execute(async (trx) => {
        await holdRealm(trx, book.realmId);
        const tags = await selectTags(trx, book).execute();
        if (tags.some((tag) => foldText(tag.name) === foldText(name))) return "exists";
        if (tags.length >= limit) return "full";
        const { id } = await trx
          .insertInto("contact_tags")
          .values({ realm_id: book.realmId, owner_id: book.ownerId, name, folded_name: foldText(name), color })
          .returning("id")
          .executeTakeFirstOrThrow();
        return { id, name, color, contacts: 0 };
      }),

    update: (book, id, { name, color }) =>
      db.transaction().execute(async (trx) => {
        await holdRealm(trx, book.realmId);
        const tags = await selectTags(trx, book).execute();
        const before = tags.find((tag) => tag.id === id);
        if (before === undefined) return "missing";
        if (tags.some((tag) => tag.id !== id && foldText(tag.name) === foldText(name))) return "exists";
        const row = { name, folded_name: foldText(name), color };
        await trx.updateTable("contact_tags").set(row).where("id", "=", id).execute();
        return { ...before, name, color };
      }),

    remove: (book, id) =>
      db.transaction().execute(async (trx) => {
        // A contact that is written at the same time waits, and then does not find the tag.
        await beginContactChange(trx, book.realmId);
        const { numDeletedRows } = await trx
          .deleteFrom("contact_tags")
          .where("id", "=", id)
          .where("realm_id", "=", book.realmId)
          .where(isOwner("owner_id", book))
          .executeTakeFirstOrThrow();
        return numDeletedRows > 0n;
      }),
  };
}

function selectTags(db: Kysely<Tables>, book: Book) {
  return db
    .selectFrom("contact_tags")
    .leftJoin("contact_tag_links", "contact_tag_links.tag_id", "contact_tags.id")
    .where("contact_tags.realm_id", "=", book.realmId)
    .where(isOwner("contact_tags.owner_id", book))
    .select(["contact_tags.id", "contact_tags.name", "contact_tags.color"])
    .select((eb) => eb.fn.count<number>("contact_tag_links.contact_id").as("contacts"))
    .groupBy(["contact_tags.id", "contact_tags.name", "contact_tags.color", "contact_tags.folded_name"])
    .orderBy("contact_tags.folded_name")
    .$castTo<StoredTag>();
}
