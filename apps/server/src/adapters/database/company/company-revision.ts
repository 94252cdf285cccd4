import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import { REVISION_OF, type Tables } from "../schema.ts";

/** For so many revisions the changed people are stored; an older copy is read completely again. */
const KEPT_REVISIONS = 1_000;
/** Of more than these, everybody is read again. */
const PEOPLE_AT_MOST = 200;
/** In place of a person: more than people may have changed. */
const MORE = 0;
/** In place of many people. */
const EVERYBODY = -1;

/** What was changed. */
export interface CompanyChange {
  /** With their extensions, rights and pictures. */
  readonly people: readonly number[] | "everybody";
  /** Something else too, or instead. */
  readonly more: boolean;
}

/** Makes every server read the company again, or of it the people who were changed. The last statement of the transaction. */
export async function growCompanyRevision(
  db: Kysely<Tables>,
  { people, more }: { readonly people: readonly number[]; readonly more: boolean },
): Promise<void> {
  // Changes of other transactions wait here until this one has ended, so revisions become visible in order.
  const { revision } = await db
    .updateTable("revisions")
    .set({ revision: sql<number>`revision + 1` })
    .where("id", "=", REVISION_OF.company)
    .returning("revision")
    .executeTakeFirstOrThrow();
  const ids = new Set(people.length > PEOPLE_AT_MOST ? [EVERYBODY] : people);
  if (more || ids.size === 0) ids.add(MORE);
  await db
    .deleteFrom("company_changes")
    .where("revision", "<=", revision - KEPT_REVISIONS)
    .execute();
  await db
    .insertInto("company_changes")
    .values([...ids].map((user_id) => ({ revision, user_id })))
    .execute();
}

export async function companyRevision(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("revisions")
    .select("revision")
    .where("id", "=", REVISION_OF.company)
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** What has changed since a revision. A single statement, so that it cannot miss a change between two reads. */
export async function companyChangesSince(
  db: Kysely<Tables>,
  since: number,
): Promise<{ readonly revision: number; readonly change: CompanyChange }> {
  const rows = await db
    .selectFrom("revisions")
    .leftJoin("company_changes", (join) => join.on("company_changes.revision", ">", since))
    .where("revisions.id", "=", REVISION_OF.company)
    .select(["revisions.revision", "company_changes.revision as changed", "company_changes.user_id"])
    .execute();
  const revision = rows[0]?.revision ?? 0;
  const noted = new Set(rows.flatMap(({ changed }) => changed ?? []));
  if (noted.size !== revision - since) return { revision, change: { people: "everybody", more: true } };
  const ids = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const more = ids.delete(MORE);
  const isMany = ids.has(EVERYBODY) || ids.size > PEOPLE_AT_MOST;
  return { revision, change: { people: isMany ? "everybody" : [...ids], more } };
}

export async function createCompanyChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("company_changes", (t) =>
    t.whole("revision", "user_id").addPrimaryKeyConstraint("company_changes_key", ["revision", "user_id"]),
  );
}
