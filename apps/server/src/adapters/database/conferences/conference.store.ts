import type { Kysely } from "kysely";
import {
  DEFAULT_CONFERENCE,
  type ConferenceStore,
  type ConfiguredConference,
} from "../../../modules/conferences/index.ts";
import { readNumber } from "../company/number-rows.ts";
import type { Tables } from "../schema.ts";
import type { ConferenceTables } from "./conference-tables.ts";

export function createConferenceStore(all: Kysely<Tables>): ConferenceStore {
  const db = all.withTables<ConferenceTables>();
  return {
    conferencesOf: async (realm) => {
      const rows = await db
        .selectFrom("numbers")
        .innerJoin("realms", "realms.id", "numbers.realm_id")
        .where("realms.name", "=", realm)
        .where("numbers.kind", "=", "room")
        .select(["numbers.number", "numbers.kind", "numbers.name", "numbers.user_id", "numbers.details"])
        .orderBy("numbers.number")
        .execute();
      return rows.flatMap((row): ConfiguredConference[] => {
        const entry = readNumber(row);
        if (entry.kind !== "room") return [];
        const { number, name, pin, adminPin } = entry;
        return [{ number, name, pin, adminPin, configuration: DEFAULT_CONFERENCE }];
      });
    },

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
