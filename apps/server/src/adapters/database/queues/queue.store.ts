import type { Kysely } from "kysely";
import type { QueueStore } from "../../../modules/queues/index.ts";
import type { Tables } from "../schema.ts";
import { queueNumberId, readQueues } from "./queue-rows.ts";
import type { QueueSettingTables } from "./queue-setting-tables.ts";

export function createQueueStore(all: Kysely<Tables>): QueueStore {
  const db = all.withTables<QueueSettingTables>();
  return {
    queuesOf: (realm) =>
      all.transaction().execute(async (trx) => {
        const row = await trx.selectFrom("realms").where("name", "=", realm).select("id").executeTakeFirst();
        return row === undefined ? [] : readQueues(trx, row.id);
      }),

    watchedBy: async (userId) => {
      const rows = await db
        .selectFrom("queue_watches")
        .innerJoin("numbers", "numbers.id", "queue_watches.number_id")
        .where("queue_watches.user_id", "=", userId)
        .select("numbers.number")
        .orderBy("numbers.number")
        .execute();
      return rows.map(({ number }) => number);
    },

    watch: async ({ userId, realmId, number, watched }) => {
      const numberId = await queueNumberId(all, realmId, number);
      if (numberId === undefined) return;
      if (watched)
        await db
          .insertInto("queue_watches")
          .values({ user_id: userId, number_id: numberId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      else
        await db.deleteFrom("queue_watches").where("user_id", "=", userId).where("number_id", "=", numberId).execute();
    },
  };
}
