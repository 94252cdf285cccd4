import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Entries that servers of one PostgreSQL database keep for minutes (kernel/short-lived). */
export async function createShortLivedTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, text, whole } = drawing(db, kind);
  await create("short_lived", (t) =>
    whole(text(t, "kind", "entry", "value"), "expires_at", "holds_until").addPrimaryKeyConstraint("short_lived_key", [
      "kind",
      "entry",
    ]),
  );
  await db.schema.createIndex("short_lived_kind").on("short_lived").columns(["kind", "expires_at"]).execute();
  await db.schema.createIndex("short_lived_expiry").on("short_lived").column("expires_at").execute();
}
