import type { Kysely } from "kysely";
import type { OutsideCallStore } from "../../../modules/outside-calls/index.ts";
import type { Tables } from "../schema.ts";

export function createOutsideCallStore(db: Kysely<Tables>): OutsideCallStore {
  return {
    since: async (at) => {
      const rows = await db
        .selectFrom("outside_calls")
        .where("begun_at", ">", at)
        .orderBy("begun_at")
        .select(["user_id", "begun_at"])
        .execute();
      return rows.map(({ user_id: userId, begun_at }) => ({ userId, at: begun_at }));
    },
    add: async ({ userId: user_id, at: begun_at }) => {
      await db.insertInto("outside_calls").values({ user_id, begun_at }).execute();
    },
    forget: async (before) => {
      await db.deleteFrom("outside_calls").where("begun_at", "<=", before).execute();
    },
  };
}
