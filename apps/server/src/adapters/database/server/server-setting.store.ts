import type { Kysely } from "kysely";
import type { ServerSettingStore } from "../../../modules/administration/index.ts";
import type { Tables } from "../schema.ts";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Few settings and facts of the whole server, not of a company. */
export async function createServerSettingTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("server_settings", (t) => t.textKey("name").addColumn("value", "text", (one) => one.notNull()));
}

export function createServerSettingStore(db: Kysely<Tables>): ServerSettingStore {
  return {
    read: async (name) =>
      (await db.selectFrom("server_settings").where("name", "=", name).select("value").executeTakeFirst())?.value,
    write: async (name, value) => {
      await db
        .insertInto("server_settings")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },
    replace: async (name, before, value) => {
      if (before === undefined) {
        const { numInsertedOrUpdatedRows: rows } = await db
          .insertInto("server_settings")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .executeTakeFirstOrThrow();
        return rows === 1n;
      }
      const { numUpdatedRows: rows } = await db
        .updateTable("server_settings")
        .set({ value })
        .where("name", "=", name)
        .where("value", "=", before)
        .executeTakeFirstOrThrow();
      return rows === 1n;
    },
  };
}
