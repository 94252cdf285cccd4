import { sql, type Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";
import type { Tables } from "./schema.ts";

/** Changes that are kept of a realm; a copy of its contacts that is further behind is read anew. */
const KEPT_REVISIONS = 1_000;

/**
 * First in every transaction that writes contacts of a realm. Another one waits here until it has ended, so revisions are
 * seen in their order.
 * @returns tells which contacts were added, changed or removed, before the transaction ends
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
  /** Contacts of any book of the realm; undefined when they are no longer kept. */
  readonly ids: readonly number[] | undefined;
}

/** What has changed since a revision; in one statement, so that no change falls between two. */
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

/** The newest revision of a realm's contacts; 0 before the first change. */
export async function contactRevision(db: Kysely<Tables>, realmId: number): Promise<number> {
  const row = await db
    .selectFrom("contact_revisions")
    .where("realm_id", "=", realmId)
    .select("revision")
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Contacts that are there already have revision 0: whoever holds a copy reads them before the first change. */
export async function createContactChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, ownedBy, whole } = drawing(db, kind);
  await create("contact_revisions", (t) =>
    whole(
      t.addColumn("realm_id", "bigint", (one) => one.primaryKey().references("realms.id").onDelete("cascade")),
      "revision",
    ),
  );
  await create("contact_changes", (t) =>
    whole(ownedBy(t, "realm_id", "realms"), "revision", "contact_id").addPrimaryKeyConstraint("contact_changes_key", [
      "realm_id",
      "revision",
      "contact_id",
    ]),
  );
  // Nobody searches in the rows any longer: what a book holds is read in pieces, by id.
  await sql`drop index contacts_by_name`.execute(db);
  await db.schema.createIndex("contacts_by_book").on("contacts").columns(["realm_id", "owner_id", "id"]).execute();
}
