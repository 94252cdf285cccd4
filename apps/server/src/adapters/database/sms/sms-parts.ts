import type { Kysely } from "kysely";
import * as z from "zod/mini";
import type { SmsPartStore, StoredPart } from "../../../modules/sms/index.ts";
import type { Tables } from "../schema.ts";
import { addJobRow } from "../server/job.store.ts";
import type { SmsTables } from "./sms-tables.ts";

/** As JSON: a part may begin or end with half of a surrogate pair, which no database keeps. */
const storedText = z.string();

type Database = Kysely<Tables & SmsTables>;

export function createSmsPartStore(all: Kysely<Tables>): SmsPartStore {
  const db: Database = all.withTables<SmsTables>();
  const of = async (on: Database, { from, to, group }: Parameters<SmsPartStore["of"]>[0]): Promise<StoredPart[]> => {
    const rows = await on
      .selectFrom("sms_parts")
      .where("sender", "=", from)
      .where("receiver", "=", to)
      .where("part_group", "=", group)
      .orderBy("n")
      .select(["id", "total", "n", "text", "at"])
      .execute();
    return rows.map((row) => ({ ...row, text: z.parse(storedText, JSON.parse(row.text)) }));
  };
  return {
    add: ({ from, to, group, total, n, text, at }, job) =>
      all.transaction().execute(async (base) => {
        const trx: Database = base.withTables<SmsTables>();
        const before = await of(trx, { from, to, group });
        await trx
          .insertInto("sms_parts")
          .values({ sender: from, receiver: to, part_group: group, total, n, text: JSON.stringify(text), at })
          .onConflict((conflict) => conflict.columns(["sender", "receiver", "part_group", "n"]).doNothing())
          .execute();
        if (before.length === 0) await addJobRow(base, job);
        return of(trx, { from, to, group });
      }),
    of: (group) => of(db, group),
    remove: async (ids) => {
      if (ids.length > 0) await db.deleteFrom("sms_parts").where("id", "in", ids).execute();
    },
  };
}
