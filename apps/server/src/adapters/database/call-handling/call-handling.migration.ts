import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Tables for call handling, blocked numbers, toggle destinations, and the items of a realm. */
export async function createCallHandling(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("call_handling", (t) => t.keyOf("user_id", "users").text("settings").whole("revision"));
  await create("blacklists", (t) =>
    t
      .withId()
      .ownedBy("user_id", "users")
      .text("name", "number", "match")
      .addUniqueConstraint("blacklists_match", ["user_id", "match"]),
  );
  await create("toggle_states", (t) =>
    t
      .ownedBy("realm_id", "realms")
      .text("number", "active")
      .addPrimaryKeyConstraint("toggle_states_key", ["realm_id", "number"]),
  );
  await create("realm_items", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("kind", "name", "details")
      .addUniqueConstraint("realm_items_name", ["realm_id", "kind", "name"]),
  );
  await sql`insert into revisions (id, revision) values (2, 1), (3, 1)`.execute(db);
  await sql`insert into call_handling (user_id, settings, revision)
    select user_id, '{"doNotDisturb":' || case dnd when 1 then 'true' else 'false' end
      || ',"forward":{"enabled":' || case forward when 1 then 'true' else 'false' end
      || ',"number":"' || forward_number || '"},"followMe":{"enabled":'
      || case followme when 1 then 'true' else 'false' end || '}}', 1
    from personal_states`.execute(db);
  await db.schema.dropTable("personal_states").execute();
}
