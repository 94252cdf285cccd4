import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Entries that servers of one PostgreSQL database keep for minutes (kernel/short-lived). */
export async function createShortLivedTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("short_lived", (t) =>
    t
      .text("kind", "entry", "value")
      .whole("expires_at", "holds_until")
      .addPrimaryKeyConstraint("short_lived_key", ["kind", "entry"]),
  );
  await db.schema.createIndex("short_lived_kind").on("short_lived").columns(["kind", "expires_at"]).execute();
  await db.schema.createIndex("short_lived_expiry").on("short_lived").column("expires_at").execute();
}
