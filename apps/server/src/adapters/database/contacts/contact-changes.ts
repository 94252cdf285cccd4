import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import type { Tables } from "../schema.ts";

/** Revisions that are kept of each realm; a copy that is older is read completely again. */
const KEPT_REVISIONS = 1_000;

/**
 * Must be the first statement of every transaction that writes contacts of a realm. A second transaction waits here until
 * the first has ended, so revisions become visible in order.
 * @returns records the ids of contacts that were added, changed or removed; call it before the transaction ends
 */
export async function beginContactChange(
  trx: Kysely<Tables>,
  realmId: number,
): Promise<(ids: readonly number[]) => Promise<void>> {
  const { revision } = await trx
    .insertInto("contact_revisions")
    .values({ realm_id: realmId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column("realm_id").doUpdateSet((eb) => ({ revision: eb("contact_revisions.revision", "+", 1) })),
    )
    .returning("revision")
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom("contact_changes")
    .where("realm_id", "=", realmId)
    .where("revision", "<=", revision - KEPT_REVISIONS)
    .execute();
  return async (ids) => {
    if (ids.length === 0) return;
    const changes = [...new Set(ids)].map((id) => ({ realm_id: realmId, revision, contact_id: id }));
    await trx.insertInto("contact_changes").values(changes).execute();
  };
}

export interface ContactChanges {
  readonly revision: number;
  /** Ids of contacts of any book of the realm; undefined when the changes are no longer kept. */
  readonly ids: readonly number[] | undefined;
}

/** What has changed since a revision. A single statement, so that it cannot miss a change between two reads. */
export async function contactChangesSince(
  db: Kysely<Tables>,
  { realmId, revision }: { readonly realmId: number; readonly revision: number },
): Promise<ContactChanges> {
  const rows = await db
    .selectFrom("contact_revisions")
    .leftJoin("contact_changes", (join) =>
      join
        .onRef("contact_changes.realm_id", "=", "contact_revisions.realm_id")
        .on("contact_changes.revision", ">", revision),
    )
    .where("contact_revisions.realm_id", "=", realmId)
    .select(["contact_revisions.revision", "contact_changes.contact_id"])
    .execute();
  const newest = rows[0]?.revision ?? 0;
  if (newest - revision > KEPT_REVISIONS) return { revision: newest, ids: undefined };
  return { revision: newest, ids: [...new Set(rows.flatMap(({ contact_id }) => contact_id ?? []))] };
}

/** The latest revision of a realm's contacts; 0 before the first change. */
export async function contactRevision(db: Kysely<Tables>, realmId: number): Promise<number> {
  const row = await db
    .selectFrom("contact_revisions")
    .where("realm_id", "=", realmId)
    .select("revision")
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Existing contacts have revision 0: each copy reads them before the first change. */
export async function createContactChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("contact_revisions", (t) => t.keyOf("realm_id", "realms").whole("revision"));
  await create("contact_changes", (t) =>
    t
      .ownedBy("realm_id", "realms")
      .whole("revision", "contact_id")
      .addPrimaryKeyConstraint("contact_changes_key", ["realm_id", "revision", "contact_id"]),
  );
  // Searches no longer use the rows: a book is read in chunks, by id.
  await sql`drop index contacts_by_name`.execute(db);
  await db.schema.createIndex("contacts_by_book").on("contacts").columns(["realm_id", "owner_id", "id"]).execute();
}
