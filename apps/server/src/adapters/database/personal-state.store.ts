import type { Kysely } from "kysely";
import type { PersonalStateStore } from "../../modules/personal-states/index.ts";
import { toFlag, type Tables } from "./schema.ts";

export function createPersonalStateStore(db: Kysely<Tables>): PersonalStateStore {
  return {
    all: async () => {
      const rows = await db.selectFrom("personal_states").selectAll().execute();
      return new Map(
        rows.map((row) => [
          row.user_id,
          {
            dnd: row.dnd === 1,
            forward: { enabled: row.forward === 1, number: row.forward_number },
            followme: row.followme === 1,
          },
        ]),
      );
    },

    write: async (user_id, { dnd, forward, followme }) => {
      const row = {
        dnd: toFlag(dnd),
        forward: toFlag(forward.enabled),
        forward_number: forward.number,
        followme: toFlag(followme),
      };
      await db.transaction().execute(async (trx) => {
        // Of somebody who was removed meanwhile nothing is kept.
        const user = await trx.selectFrom("users").select("id").where("id", "=", user_id).executeTakeFirst();
        if (user === undefined) return;
        await trx
          .insertInto("personal_states")
          .values({ user_id, ...row })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
          .execute();
      });
    },
  };
}
