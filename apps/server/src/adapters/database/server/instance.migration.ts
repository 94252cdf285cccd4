import { sql, type Kysely } from "kysely";
import { EARLIER_VERSION } from "../../../kernel/jobs/lease.ts";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Server processes, and which of them owns each unfinished row. */
export async function createInstances(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("instances", (t) => t.textKey("id").whole("lease_until").addColumn("adopter", "text"));
  await sql`insert into instances (id, lease_until) values (${sql.lit(EARLIER_VERSION)}, 0)`.execute(db);
  for (const table of ["recordings", "open_calls"])
    await db.schema
      .alterTable(table)
      .addColumn("owner", "text", (one) => one.notNull().defaultTo(EARLIER_VERSION))
      .execute();
  await db.schema.createIndex("open_calls_owner").on("open_calls").column("owner").execute();
  const unfinished = db.schema.createIndex("recordings_unfinished").on("recordings").column("owner");
  await unfinished.where(sql.ref("duration_ms"), "is", null).execute();
  await create("sound_claims", (t) =>
    t
      .textKey("claim")
      .addColumn("sound_id", "text", (one) => one.notNull())
      .addColumn("owner", "text", (one) => one.notNull()),
  );
  await db.schema.createIndex("sound_claims_sound").on("sound_claims").column("sound_id").execute();
  await create("server_keys", (t) => t.textKey("name").addColumn("value", "text", (one) => one.notNull()));
}
