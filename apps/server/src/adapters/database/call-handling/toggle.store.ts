import { sql, type Kysely } from "kysely";
import type { ToggleOption, ToggleStore } from "../../../modules/toggles/index.ts";
import { REVISION_OF, type Tables } from "../schema.ts";

const optionOf = (text: string | undefined): ToggleOption => (text === "B" ? "B" : "A");

export function createToggleStore(db: Kysely<Tables>): ToggleStore {
  return {
    revision: async () => {
      const row = await db
        .selectFrom("revisions")
        .select("revision")
        .where("id", "=", REVISION_OF.toggles)
        .executeTakeFirstOrThrow();
      return row.revision;
    },

    all: async () => {
      const rows = await db
        .selectFrom("toggle_states")
        .innerJoin("realms", "realms.id", "toggle_states.realm_id")
        .select(["realms.name as realm", "toggle_states.number", "toggle_states.active"])
        .execute();
      return rows.map(({ active, ...row }) => ({ ...row, active: optionOf(active) }));
    },

    set: (realm, number, step) =>
      db.transaction().execute(async (trx) => {
        // First statement: parallel switches of the same toggle wait until this transaction ends.
        await trx
          .updateTable("revisions")
          .set({ revision: sql<number>`revision + 1` })
          .where("id", "=", REVISION_OF.toggles)
          .execute();
        const { id } = await trx.selectFrom("realms").select("id").where("name", "=", realm).executeTakeFirstOrThrow();
        const before = await trx
          .selectFrom("toggle_states")
          .select("active")
          .where("realm_id", "=", id)
          .where("number", "=", number)
          .executeTakeFirst();
        const active = step(optionOf(before?.active));
        await trx
          .insertInto("toggle_states")
          .values({ realm_id: id, number, active })
          .onConflict((conflict) => conflict.columns(["realm_id", "number"]).doUpdateSet({ active }))
          .execute();
        return active;
      }),
  };
}
