import type { Kysely } from "kysely";
import type { ConferenceStore } from "../../../modules/conferences/index.ts";
import { growCompanyRevision } from "../company/company-revision.ts";
import type { Tables } from "../schema.ts";
import { readConferences, readPersonal, readPersonalConferences, writePersonal } from "./conference-rows.ts";
import type { ConferenceTables } from "./conference-tables.ts";

export function createConferenceStore(all: Kysely<Tables>): ConferenceStore {
  const db = all.withTables<ConferenceTables>();
  return {
    conferencesOf: (realm) =>
      all.transaction().execute(async (trx) => {
        const row = await trx.selectFrom("realms").where("name", "=", realm).select("id").executeTakeFirst();
        if (row === undefined) return [];
        return [...(await readConferences(trx, row.id)), ...(await readPersonalConferences(trx, row.id))];
      }),

    personalOf: async (userId) => {
      const row = await db
        .selectFrom("personal_conferences")
        .where("user_id", "=", userId)
        .select("settings")
        .executeTakeFirst();
      return row && readPersonal(row.settings);
    },

    savePersonal: (userId, configuration) =>
      all.transaction().execute(async (trx) => {
        await writePersonal(trx, userId, configuration);
        await growCompanyRevision(trx, { people: [userId], more: false });
      }),

    watchedBy: async (userId) => {
      const rows = await db
        .selectFrom("conference_watches")
        .innerJoin("numbers", "numbers.id", "conference_watches.number_id")
        .where("conference_watches.user_id", "=", userId)
        .select("numbers.number")
        .orderBy("numbers.number")
        .execute();
      return rows.map(({ number }) => number);
    },

    watch: async ({ userId, realmId, number, watched }) => {
      const row = await db
        .selectFrom("numbers")
        .where("realm_id", "=", realmId)
        .where("number", "=", number)
        .select("id")
        .executeTakeFirst();
      if (row === undefined) return;
      if (watched)
        await db
          .insertInto("conference_watches")
          .values({ user_id: userId, number_id: row.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      else
        await db
          .deleteFrom("conference_watches")
          .where("user_id", "=", userId)
          .where("number_id", "=", row.id)
          .execute();
    },
  };
}
