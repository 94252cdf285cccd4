import type { Generated, Kysely } from "kysely";
import type { CallerNoteStore, StoredNote } from "../../../modules/contacts/index.ts";
import { addAuditLine } from "../audit/index.ts";
import { holdRealm } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { isOwner } from "./contact-rows.ts";

type NoteTables = {
  caller_notes: {
    id: Generated<number>;
    realm_id: number;
    owner_id: number | null;
    number: string;
    text: string;
    author_id: number | null;
    author_name: string;
    created_at: number;
    changed_at: number | null;
  };
};

export function createCallerNoteStore(all: Kysely<Tables>): CallerNoteStore {
  const db = all.withTables<NoteTables>();
  return {
    async about(books, numbers) {
      if (books.length === 0 || numbers.length === 0) return [];
      return select(db)
        .where("number", "in", [...numbers])
        .where((eb) =>
          eb.or(books.map((book) => eb.and([eb("realm_id", "=", book.realmId), isOwner("owner_id", book)]))),
        )
        .orderBy("id", "desc")
        .execute();
    },
    byId: (realmId, id) => select(db).where("realm_id", "=", realmId).where("id", "=", id).executeTakeFirst(),

    add: (book, { number, text, authorId, at, limit }) =>
      all.transaction().execute(async (whole) => {
        const trx = whole.withTables<NoteTables>();
        await holdRealm(whole, book.realmId);
        const { count } = await trx
          .selectFrom("caller_notes")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("realm_id", "=", book.realmId)
          .where("number", "=", number)
          .where(isOwner("owner_id", book))
          .executeTakeFirstOrThrow();
        if (Number(count) >= limit) return "full";
        const author = await trx
          .selectFrom("users")
          .select(["first_name", "last_name", "username"])
          .where("id", "=", authorId)
          .executeTakeFirstOrThrow();
        const { id } = await trx
          .insertInto("caller_notes")
          .values({
            realm_id: book.realmId,
            owner_id: book.ownerId,
            number,
            text,
            author_id: authorId,
            author_name: `${author.first_name} ${author.last_name}`.trim() || author.username,
            created_at: at,
            changed_at: null,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        return select(trx).where("id", "=", id).executeTakeFirstOrThrow();
      }),

    change: (realmId, id, { text, at }) =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable("caller_notes")
          .set({ text, changed_at: at })
          .where("realm_id", "=", realmId)
          .where("id", "=", id)
          .execute();
        return select(trx).where("realm_id", "=", realmId).where("id", "=", id).executeTakeFirst();
      }),

    remove: (realmId, id, by) =>
      all.transaction().execute(async (whole) => {
        const trx = whole.withTables<NoteTables>();
        const note = await select(trx).where("realm_id", "=", realmId).where("id", "=", id).executeTakeFirst();
        const { numDeletedRows } = await trx
          .deleteFrom("caller_notes")
          .where("id", "=", note?.id ?? 0)
          .executeTakeFirstOrThrow();
        if (note === undefined || numDeletedRows === 0n) return false;
        if (by !== null)
          await addAuditLine(whole, {
            realmId,
            at: by.at,
            act: "contacts.noteRemoved",
            way: "panel",
            by: by.userId,
            person: note.authorId,
            object: null,
            details: { number: note.number, author: note.authorName },
          });
        return true;
      }),
  };
}

const select = (db: Kysely<Tables & NoteTables>) =>
  db
    .selectFrom("caller_notes")
    .select([
      "id",
      "owner_id as ownerId",
      "number",
      "text",
      "author_id as authorId",
      "author_name as authorName",
      "created_at as createdAt",
      "changed_at as changedAt",
    ])
    .$castTo<StoredNote>();
