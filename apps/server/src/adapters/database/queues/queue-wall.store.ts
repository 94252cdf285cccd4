import type { Kysely, Selectable } from "kysely";
import * as z from "zod/mini";
import type { QueueWallStore } from "../../../modules/queues/index.ts";
import type { Tables } from "../schema.ts";
import type { QueueSettingTables } from "./queue-setting-tables.ts";

const numbers = z.array(z.string());

export function createQueueWallStore(all: Kysely<Tables>): QueueWallStore {
  const db = all.withTables<QueueSettingTables>();
  return {
    wallsOf: async (realmId) => {
      const rows = await db
        .selectFrom("queue_walls")
        .where("realm_id", "=", realmId)
        .selectAll()
        .orderBy("id", "desc")
        .execute();
      return rows.map(toWall);
    },

    add: ({ realmId, userId, name, queues, createdAt }, digest, most) =>
      db.transaction().execute(async (trx) => {
        const { count } = await trx
          .selectFrom("queue_walls")
          .where("user_id", "=", userId)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (count >= most) return undefined;
        const row = await trx
          .insertInto("queue_walls")
          .values({
            realm_id: realmId,
            user_id: userId,
            name,
            queues: JSON.stringify(queues),
            digest,
            created_at: createdAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toWall(row);
      }),

    byDigest: async (digest) => {
      const row = await db.selectFrom("queue_walls").where("digest", "=", digest).selectAll().executeTakeFirst();
      return row && toWall(row);
    },

    all: async () => (await db.selectFrom("queue_walls").selectAll().execute()).map(toWall),

    keepQueues: async (id, queues) => {
      await db
        .updateTable("queue_walls")
        .set({ queues: JSON.stringify(queues) })
        .where("id", "=", id)
        .execute();
    },

    used: async (id, at) => {
      await db.updateTable("queue_walls").set({ used_at: at }).where("id", "=", id).execute();
    },

    remove: async (id) => {
      await db.deleteFrom("queue_walls").where("id", "=", id).execute();
    },
  };
}

const toWall = (row: Selectable<QueueSettingTables["queue_walls"]>) => ({
  id: row.id,
  realmId: row.realm_id,
  userId: row.user_id,
  name: row.name,
  queues: z.parse(numbers, JSON.parse(row.queues)),
  createdAt: row.created_at,
  usedAt: row.used_at,
});
