import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import { REVISION_OF, type Tables } from "../schema.ts";

/** Revisions of which it is kept who changed; a copy that is older is read completely again. */
const KEPT_REVISIONS = 1_000;
/** Of more than these, everybody is read again. */
const PEOPLE_AT_MOST = 200;
/** In place of a person: anything may have changed. */
const ANYTHING = 0;

/** What a transaction changes: only these people with their extensions and rights, or anything. */
export type CompanyChange = readonly number[] | "anything";

/** Makes every server read the company again, or of it the people who were changed. The last statement of the transaction. */
export async function growCompanyRevision(db: Kysely<Tables>, change: CompanyChange): Promise<void> {
  // Changes of other transactions wait here until this one has ended, so revisions become visible in order.
  const { revision } = await db
    .updateTable("revisions")
    .set({ revision: sql<number>`revision + 1` })
    .where("id", "=", REVISION_OF.company)
    .returning("revision")
    .executeTakeFirstOrThrow();
  const people = [...new Set(change === "anything" ? [] : change)];
  const isFew = people.length > 0 && people.length <= PEOPLE_AT_MOST;
  await db
    .deleteFrom("company_changes")
    .where("revision", "<=", revision - KEPT_REVISIONS)
    .execute();
  await db
    .insertInto("company_changes")
    .values((isFew ? people : [ANYTHING]).map((user_id) => ({ revision, user_id })))
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
  const people = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const isKnown = noted.size === revision - since && !people.has(ANYTHING) && people.size <= PEOPLE_AT_MOST;
  return { revision, change: isKnown ? [...people] : "anything" };
}

export async function createCompanyChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("company_changes", (t) =>
    t.whole("revision", "user_id").addPrimaryKeyConstraint("company_changes_key", ["revision", "user_id"]),
  );
}
