import type { Kysely } from "kysely";
import type { KnownPlaceStore } from "../../../kernel/guard/known-places.ts";
import type { Tables } from "../schema.ts";

export function createKnownPlaceStore(db: Kysely<Tables>): KnownPlaceStore {
  return {
    all: async () => {
      const rows = await db.selectFrom("known_places").selectAll().execute();
      return rows.map(({ holder, place, seen_at: seenAt }) => ({ holder, place, seenAt }));
    },
    newestOf: async (holder, most) => {
      const rows = await db
        .selectFrom("known_places")
        .where("holder", "=", holder)
        .orderBy("seen_at", "desc")
        .limit(most)
        .selectAll()
        .execute();
      return rows.map(({ place, seen_at: seenAt }) => ({ holder, place, seenAt }));
    },
    put: async ({ holder, place, seenAt: seen_at }) => {
      await db
        .insertInto("known_places")
        .values({ holder, place, seen_at })
        .onConflict((conflict) => conflict.column("place").doUpdateSet({ seen_at }))
        .execute();
    },
    prune: async (before) => {
      await db.deleteFrom("known_places").where("seen_at", "<", before).execute();
    },
  };
}
