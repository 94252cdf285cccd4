import type { Kysely } from "kysely";
import type { SmsTemplateStore } from "../../../modules/sms/index.ts";
import { holdRealm } from "../rows.ts";
import type { Tables } from "../schema.ts";
import type { SmsTables } from "./sms-tables.ts";

export function createSmsTemplateStore(all: Kysely<Tables>): SmsTemplateStore {
  const db: Kysely<Tables & SmsTables> = all.withTables<SmsTables>();
  return {
    of: (realmId) =>
      db
        .selectFrom("sms_templates")
        .where("realm_id", "=", realmId)
        .select(["id", "name", "text"])
        .orderBy("name")
        .orderBy("id")
        .execute(),
    add: ({ realmId, limit, name, text }) =>
      all.transaction().execute(async (base) => {
        const trx = base.withTables<SmsTables>();
        await holdRealm(base, realmId);
        const { total } = await trx
          .selectFrom("sms_templates")
          .where("realm_id", "=", realmId)
          .select((eb) => eb.fn.countAll<number>().as("total"))
          .executeTakeFirstOrThrow();
        if (total >= limit) return false;
        await trx.insertInto("sms_templates").values({ realm_id: realmId, name, text }).execute();
        return true;
      }),
    change: async ({ realmId, id, name, text }) => {
      const { numUpdatedRows } = await db
        .updateTable("sms_templates")
        .set({ name, text })
        .where("realm_id", "=", realmId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    remove: async (realmId, id) => {
      const { numDeletedRows } = await db
        .deleteFrom("sms_templates")
        .where("realm_id", "=", realmId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
