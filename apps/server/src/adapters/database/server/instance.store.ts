import { PostgresAdapter, sql, type Kysely } from "kysely";
import type { InstanceStore } from "../../../kernel/jobs/lease.ts";
import type { Tables } from "../schema.ts";

export function createInstanceStore(db: Kysely<Tables>): InstanceStore {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const now = isPostgres
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast((julianday('now') - 2440587.5) * 86400000 as integer)`;
  const until = (ms: number) => sql<number>`${now} + ${ms}`;

  return {
    begin: (id, { ms, alone }) =>
      db.transaction().execute(async (trx) => {
        if (alone) await trx.updateTable("instances").set({ lease_until: 0 }).execute();
        await trx
          .insertInto("instances")
          .values({ id, lease_until: until(ms), adopter: null })
          .execute();
      }),

    renew: async (id, ms) => {
      const { numUpdatedRows } = await db
        .updateTable("instances")
        .set({ lease_until: until(ms) })
        .where("id", "=", id)
        .where("adopter", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    release: async (id) => {
      await db.updateTable("instances").set({ lease_until: 0 }).where("id", "=", id).execute();
    },

    live: async () => {
      const rows = await db.selectFrom("instances").where("lease_until", ">", now).select("id").execute();
      return new Set(rows.map(({ id }) => id));
    },

    // A single statement: if two servers claim a row, the second sees the name of the first in it.
    claim: async (by, own) => {
      const rows = await db
        .updateTable("instances")
        .set({ adopter: by })
        .where("id", "not in", [by, ...own])
        .where("lease_until", "<=", now)
        .where((eb) =>
          eb.or([
            eb("adopter", "is", null),
            eb("adopter", "in", [by, ...own]),
            eb("adopter", "not in", (sub) =>
              sub.selectFrom("instances as others").where("others.lease_until", ">", now).select("others.id"),
            ),
          ]),
        )
        .returning("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    forget: async (id) => {
      await db.deleteFrom("instances").where("id", "=", id).execute();
    },
  };
}
