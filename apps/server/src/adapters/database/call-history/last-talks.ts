import { sql, type Kysely } from "kysely";
import { insertion } from "../insertion.ts";
import type { Tables } from "../schema.ts";

/** QMISS-3: people of the company have talked to these numbers (`numberKey`). Talks may be noted in any order. */
export async function noteTalks(
  trx: Kysely<Tables>,
  { realm, numbers, at }: { readonly realm: string; readonly numbers: readonly string[]; readonly at: number },
): Promise<void> {
  if (numbers.length === 0) return;
  // Always in the same order: two transactions in parallel then never deadlock.
  const values = numbers.toSorted().map((number) => ({ realm, number, answered_at: at }));
  await sql`${insertion("last_talks", values)}
    on conflict (realm, number) do update set answered_at = ${at} where last_talks.answered_at < ${at}`.execute(trx);
}
