import { sql, type Kysely, type QueryExecutorProvider } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** CDR-6: a person's calls by time, and the number of calls per day. Calls from earlier versions are included. */
export async function createCallHistory(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await db.schema.alterTable("cdrs").addColumn("destination", "text").execute();
  await db.schema
    .alterTable("cdrs")
    .addColumn("words", "text", (one) => one.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("cdrs_by_time").on("cdrs").columns(["realm", "started_at", "id"]).execute();
  await db.schema.dropIndex("cdrs_started").execute();
  await create("call_parties", (t) =>
    t
      .whole("user_id", "started_at")
      .addColumn("cdr_id", "bigint", (one) => one.notNull().references("cdrs.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("call_parties_key", ["user_id", "started_at", "cdr_id"]),
  );
  await create("call_counts", (t) =>
    t
      .text("realm")
      .whole("user_id", "day", "calls")
      .addPrimaryKeyConstraint("call_counts_key", ["realm", "user_id", "day"]),
  );
  await create("call_group_members", (t) =>
    t.whole("user_id").text("people").addPrimaryKeyConstraint("call_group_members_key", ["user_id", "people"]),
  );
  await create("call_group_counts", (t) =>
    t.text("people").whole("day", "calls").addPrimaryKeyConstraint("call_group_counts_key", ["people", "day"]),
  );
  await create("call_links", (t) =>
    t.text("earlier", "later").addPrimaryKeyConstraint("call_links_key", ["earlier", "later"]),
  );
  await db.schema.createIndex("call_links_later").on("call_links").column("later").execute();
  await countCalls(db);
  await sql`update cdrs set words = lower(from_number || ' ' || from_name || ' ' || to_number || ' ' || to_name)`.execute(
    db,
  );
}

/** Counts the calls that exist already. */
export async function countCalls(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into call_parties (user_id, started_at, cdr_id)
    select from_user_id, started_at, id from cdrs where from_user_id is not null
    union select to_user_id, started_at, id from cdrs where to_user_id is not null`.execute(db);
  await sql`insert into call_counts (realm, user_id, day, calls)
    select realm, 0, started_at / 86400000, count(*) from cdrs group by realm, started_at / 86400000`.execute(db);
  await sql`insert into call_counts (realm, user_id, day, calls)
    select cdrs.realm, call_parties.user_id, cdrs.started_at / 86400000, count(*)
    from call_parties join cdrs on cdrs.id = call_parties.cdr_id
    group by cdrs.realm, call_parties.user_id, cdrs.started_at / 86400000`.execute(db);
  await countTogether(db);
}

/** Counts calls with several people of the company. */
async function countTogether(db: QueryExecutorProvider): Promise<void> {
  const couples = sql`select started_at / 86400000 as day,
      case when from_user_id < to_user_id then from_user_id else to_user_id end as one,
      case when from_user_id < to_user_id then to_user_id else from_user_id end as other
    from cdrs where from_user_id <> to_user_id`;
  await sql`insert into call_group_counts (people, day, calls)
    select one || ',' || other, day, count(*) from (${couples}) as couples group by one, other, day`.execute(db);
  await sql`insert into call_group_members (user_id, people)
    select one, one || ',' || other from (${couples}) as couples
    union select other, one || ',' || other from (${couples}) as couples`.execute(db);
}
