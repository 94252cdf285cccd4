import type { Kysely, Transaction } from "kysely";
import type { SmsTemplateStore } from "../../../modules/sms/index.ts";
import { holdRealm } from "../rows.ts";
import type { Tables } from "../schema.ts";
import type { SmsTables } from "./sms-tables.ts";

export function createSmsTemplateStore(all: Kysely<Tables>): SmsTemplateStore {
  const db: Kysely<Tables & SmsTables> = all.withTables<SmsTables>();
  return {
    of: (realmId) => templatesOf(db, realmId),
    add: ({ realmId, limit, name, text }) =>
      changeRealm(all, realmId, async (trx) => {
        const templates = await templatesOf(trx, realmId);
        if (templates.length >= limit) return "full";
        if (templates.some((one) => sameName(one.name, name))) return "taken";
        await trx.insertInto("sms_templates").values({ realm_id: realmId, name, text }).execute();
        return "kept";
      }),
    change: ({ realmId, id, name, text }) =>
      changeRealm(all, realmId, async (trx) => {
        const templates = await templatesOf(trx, realmId);
        const before = templates.find((one) => one.id === id);
        if (before === undefined) return "gone";
        // Of an earlier version two may share a name: their texts can still be changed.
        if (before.name !== name && templates.some((one) => one.id !== id && sameName(one.name, name))) return "taken";
        await trx.updateTable("sms_templates").set({ name, text }).where("id", "=", id).execute();
        return "kept";
      }),
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

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const templatesOf = (db: Kysely<Tables & SmsTables>, realmId: number) =>
  db
    .selectFrom("sms_templates")
    .where("realm_id", "=", realmId)
    .select(["id", "name", "text"])
    .orderBy("name")
    .orderBy("id")
    .execute();

/** One change after the other: each sees the names that the ones before it have taken. */
const changeRealm = <T>(
  all: Kysely<Tables>,
  realmId: number,
  change: (trx: Transaction<Tables & SmsTables>) => Promise<T>,
): Promise<T> =>
  all.transaction().execute(async (base) => {
    await holdRealm(base, realmId);
    return change(base.withTables<SmsTables>());
  });
