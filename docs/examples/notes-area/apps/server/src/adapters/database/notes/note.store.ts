import type { Generated, Kysely } from "kysely";
import type { NoteStore } from "../../../modules/notes/index.ts";
import type { Tables } from "../schema.ts";

type NoteTables = {
  notes: { id: Generated<number>; user_id: number; text: string };
};

export function createNoteStore(all: Kysely<Tables>): NoteStore {
  const db = all.withTables<NoteTables>();
  return {
    of: (userId) => db.selectFrom("notes").select(["id", "text"]).where("user_id", "=", userId).orderBy("id").execute(),
    add: (userId, text) =>
      db.insertInto("notes").values({ user_id: userId, text }).returning(["id", "text"]).executeTakeFirstOrThrow(),
  };
}
