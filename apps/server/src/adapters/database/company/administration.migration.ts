import { sql, type Kysely } from "kysely";

/** Rules of the standard group, as they were when it came; later ones are granted by an administrator. */
const RULES = [
  ...["people", "numbers", "queues", "rooms", "lots", "lines", "permissions", "company", "backup"].flatMap((area) => [
    `show_${area}`,
    `manage_${area}`,
  ]),
  "show_activity",
  "show_audit_log",
  "manage_chat",
];

/** People can be suspended; each older company gets the group `administrators`, unless it has one of that name. */
export async function createAdministration<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("suspended", "integer", (one) => one.notNull().defaultTo(0))
    .execute();
  const { rows } = await sql<{ readonly id: number }>`insert into groups (realm_id, name)
    select id, 'administrators' from realms where true
    on conflict do nothing returning id`.execute(db);
  for (const { id } of rows)
    for (const rule of RULES)
      await sql`insert into group_permissions (group_id, module, rule, target)
        values (${id}, 'administration', ${rule}, '')`.execute(db);
}
