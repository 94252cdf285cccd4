import { sql, type Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Tables for call handling, blocked numbers, toggle destinations, and the items of a realm. */
export async function createCallHandling(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, withId, ownedBy, text, whole } = drawing(db, kind);
  await create("call_handling", (t) =>
    whole(
      text(
        t.addColumn("user_id", "bigint", (one) => one.primaryKey().references("users.id").onDelete("cascade")),
        "settings",
      ),
      "revision",
    ),
  );
  await create("blacklists", (t) =>
    text(ownedBy(withId(t), "user_id", "users"), "name", "number", "match").addUniqueConstraint("blacklists_match", [
      "user_id",
      "match",
    ]),
  );
  await create("toggle_states", (t) =>
    text(ownedBy(t, "realm_id", "realms"), "number", "active").addPrimaryKeyConstraint("toggle_states_key", [
      "realm_id",
      "number",
    ]),
  );
  await create("realm_items", (t) =>
    text(ownedBy(withId(t), "realm_id", "realms"), "kind", "name", "details").addUniqueConstraint("realm_items_name", [
      "realm_id",
      "kind",
      "name",
    ]),
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
