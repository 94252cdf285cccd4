import { sql, type Kysely } from "kysely";

/** TOLL-6, TOLL-9: people with a softphone can still call domestic numbers; a call record says who sent the caller there. */
export async function createOutsideRights<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const [table, holder] of [
    ["group_permissions", "group_id"],
    ["user_permissions", "user_id"],
  ] as const)
    await sql`insert into ${sql.table(table)} (${sql.ref(holder)}, module, rule, target)
      select distinct ${sql.ref(holder)}, 'outside_calls', 'execute_inland', '' from ${sql.table(table)}
      where module = 'softphone' and rule in ('read', 'read_for', 'list_for')`.execute(db);
  await db.schema.alterTable("cdrs").addColumn("sent_by", "text").execute();
}
