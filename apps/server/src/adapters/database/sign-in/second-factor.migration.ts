import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Second factors and their backup codes. */
export async function createSecondFactors(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("second_factors", (t) =>
    t
      .keyOf("user_id", "users")
      .addColumn("enabled", "integer", (one) => one.notNull())
      .text("method", "secret", "phone", "email")
      .whole("last_step"),
  );
  await create("backup_codes", (t) =>
    t.ownedBy("user_id", "users").text("digest").addPrimaryKeyConstraint("backup_codes_key", ["user_id", "digest"]),
  );
}
