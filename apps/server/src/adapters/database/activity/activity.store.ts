import type { Generated, Kysely } from "kysely";
import * as z from "zod/mini";
import { sampleFactsSchema, type ActivityStore } from "../../../modules/administration/index.ts";
import type { Tables } from "../schema.ts";

type ActivityTables = {
  activity_samples: { id: Generated<number>; at: number; realm: string; facts: string };
};

export function createActivityStore(all: Kysely<Tables>): ActivityStore {
  const db = all.withTables<ActivityTables>();
  return {
    add: async (realm, { at, ...facts }) => {
      await db
        .insertInto("activity_samples")
        .values({ at, realm, facts: JSON.stringify(facts) })
        .execute();
    },
    since: async (realm, from) => {
      const rows = await db
        .selectFrom("activity_samples")
        .where("at", ">=", from)
        .where("realm", "=", realm)
        .orderBy("at")
        .orderBy("id")
        .select(["at", "facts"])
        .execute();
      return rows.map(({ at, facts }) => ({ at, ...z.parse(sampleFactsSchema, JSON.parse(facts)) }));
    },
    removeBefore: async (at) => {
      const { numDeletedRows } = await db.deleteFrom("activity_samples").where("at", "<", at).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
