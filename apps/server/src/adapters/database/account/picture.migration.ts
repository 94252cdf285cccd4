import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Pictures of people, as two JPEGs each. */
export async function createPictures(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  const bytes = kind === "sqlite" ? sql`blob` : sql`bytea`;
  await create("pictures", (t) =>
    t
      .withId()
      .ownedBy("user_id", "users")
      .text("key")
      .addColumn("is_active", "integer", (one) => one.notNull())
      .whole("updated_at")
      .addColumn("large", bytes, (one) => one.notNull())
      .addColumn("small", bytes, (one) => one.notNull())
      .addUniqueConstraint("pictures_key", ["key"]),
  );
  await db.schema.createIndex("pictures_user").on("pictures").column("user_id").execute();
  const active = db.schema.createIndex("pictures_active").unique().on("pictures").column("user_id");
  await active.where(sql.ref("is_active"), "=", sql.lit(1)).execute();
}
