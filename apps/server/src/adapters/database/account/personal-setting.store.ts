import type { Kysely } from "kysely";
import type { PersonalSettingStore } from "../../../modules/personal-settings/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";

/** SQLite and PostgreSQL allow about thirty thousand parameters in a statement. Far fewer are just as fast. */
const USERS_AT_ONCE = 1_000;

export function createPersonalSettingStore(db: Kysely<Tables>): PersonalSettingStore {
  return {
    read: async (name, userIds) => {
      const values = new Map<number, string>();
      for (let start = 0; start < userIds.length; start += USERS_AT_ONCE) {
        const rows = await db
          .selectFrom("personal_settings")
          .where("name", "=", name)
          .where("user_id", "in", userIds.slice(start, start + USERS_AT_ONCE))
          .select(["user_id", "value"])
          .execute();
        for (const { user_id, value } of rows) values.set(user_id, value);
      }
      return values;
    },

    change: (name, user_id, step) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, user_id);
        const before = await trx
          .selectFrom("personal_settings")
          .where("user_id", "=", user_id)
          .where("name", "=", name)
          .select("value")
          .executeTakeFirst();
        const value = step(before?.value);
        await trx
          .insertInto("personal_settings")
          .values({ user_id, name, value })
          .onConflict((conflict) => conflict.columns(["user_id", "name"]).doUpdateSet({ value }))
          .execute();
      }),
  };
}
