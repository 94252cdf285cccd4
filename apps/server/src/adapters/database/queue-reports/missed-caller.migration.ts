import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** The people who call missed callers back, and the index for missed stays among all stays. */
export async function createMissedCallers(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("missed_takes", (t) =>
    t
      .text("realm", "queue_id", "number")
      .ownedBy("user_id", "users")
      .whole("taken_at")
      .addPrimaryKeyConstraint("missed_takes_key", ["realm", "queue_id", "number"]),
  );
  await sql`create index queue_stays_missed on queue_stays (realm, ended_at)
    where status in ('ABANDON', 'EXITWITHTIMEOUT', 'EXITEMPTY')`.execute(db);
  await db.schema.createIndex("queue_stays_number").on("queue_stays").columns(["realm", "number"]).execute();
}
