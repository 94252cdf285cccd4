import { sql, type Kysely } from "kysely";

/** People who could read active calls could also move calls of others and take ringing calls. They get rights for that. */
export async function grantCallRights<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const [table, holder] of [
    ["group_permissions", "group_id"],
    ["user_permissions", "user_id"],
  ] as const)
    for (const rule of ["execute_redirect", "execute_pickup"])
      await sql`insert into ${sql.table(table)} (${sql.ref(holder)}, module, rule, target)
        select distinct ${sql.ref(holder)}, 'active_calls', ${sql.lit(rule)}, '' from ${sql.table(table)}
        where module = 'active_calls' and rule in ('read', 'read_for', 'list_for') and target = ''
        on conflict do nothing`.execute(db);
}
