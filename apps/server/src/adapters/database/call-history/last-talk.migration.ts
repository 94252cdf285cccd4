import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** QMISS-3: when people of the company last talked to a number. Calls from earlier versions are included. */
export async function createLastTalks(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("last_talks", (t) =>
    t.text("realm", "number").whole("answered_at").addPrimaryKeyConstraint("last_talks_key", ["realm", "number"]),
  );
  const answered = sql`answered_at is not null and disposition = 'answered' and destination is null`;
  await sql`insert into last_talks (realm, number, answered_at)
    select realm, number, max(answered_at) from (
      select realm, from_number as number, answered_at from cdrs where to_user_id is not null and ${answered}
      union all select realm, to_number as number, answered_at from cdrs where from_user_id is not null and ${answered}
    ) as talks group by realm, number`.execute(db);
}
