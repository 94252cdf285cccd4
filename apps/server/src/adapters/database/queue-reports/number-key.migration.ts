import { sql, type Kysely } from "kysely";
import { numberKey } from "../../../kernel/text/phone-number.ts";
import type { Tables } from "../schema.ts";
import type { QueueTables } from "./queue-tables.ts";

/** Callers and talks are compared by number, in any notation. */
export async function addNumberKeys(all: Kysely<unknown>): Promise<void> {
  await sql`alter table queue_stays add column number_key text not null default ''`.execute(all);
  await sql`drop index queue_stays_number`.execute(all);
  await all.schema.createIndex("queue_stays_number_key").on("queue_stays").columns(["realm", "number_key"]).execute();
  const db = all.withTables<QueueTables & Pick<Tables, "last_talks">>();
  await sql`update queue_stays set number_key = number`.execute(all);
  for (const { number } of await db.selectFrom("queue_stays").select("number").distinct().execute())
    if (numberKey(number) !== number)
      await db
        .updateTable("queue_stays")
        .set({ number_key: numberKey(number) })
        .where("number_key", "=", number)
        .execute();
  for (const { realm, number, answered_at } of await db.selectFrom("last_talks").selectAll().execute()) {
    const key = numberKey(number);
    if (key === number) continue;
    await db.deleteFrom("last_talks").where("realm", "=", realm).where("number", "=", number).execute();
    await db
      .insertInto("last_talks")
      .values({ realm, number: key, answered_at })
      .onConflict((conflict) =>
        conflict
          .columns(["realm", "number"])
          .doUpdateSet({ answered_at })
          .where("last_talks.answered_at", "<", answered_at),
      )
      .execute();
  }
}
