import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Numbers of a company, and the revision of the directory. */
export async function createNumbers(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("numbers", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("number", "kind", "name")
      .addColumn("user_id", "bigint", (one) => one.references("users.id").onDelete("cascade"))
      .addColumn("details", "text", (one) => one.notNull())
      .addColumn("e164", "text")
      .addColumn("search_text", "text", (one) => one.notNull())
      .addUniqueConstraint("numbers_number", ["realm_id", "number"])
      .addUniqueConstraint("numbers_user", ["user_id"]),
  );
  await create("revisions", (t) => t.addColumn("id", "integer", (one) => one.primaryKey()).whole("revision"));
  await sql`insert into revisions (id, revision) values (1, 1)`.execute(db);
}
