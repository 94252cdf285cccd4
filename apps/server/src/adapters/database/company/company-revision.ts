import { sql, type Kysely } from "kysely";
import { REVISION_OF, type Tables } from "../schema.ts";

/** Makes every server read the company again. */
export async function growCompanyRevision(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable("revisions")
    .set({ revision: sql<number>`revision + 1` })
    .where("id", "=", REVISION_OF.company)
    .execute();
}
