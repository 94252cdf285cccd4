import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Lines of the audit log. */
export async function createAudit(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("audit_lines", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .whole("at")
      .text("act", "way", "by_name", "object_kind", "object_id", "object_name", "person_name", "details")
      .addColumn("by_id", "bigint")
      .addColumn("person_id", "bigint"),
  );
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on("audit_lines").columns(columns).execute();
  await index("audit_lines_realm", "realm_id", "id");
  await index("audit_lines_object", "object_kind", "object_id", "id");
  await index("audit_lines_time", "realm_id", "at");
}
