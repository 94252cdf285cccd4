import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { firstRunProgressSchema, type FirstRunProgress, type FirstRunStore } from "../../../modules/first-run/index.ts";
import type { Tables } from "../schema.ts";

type FirstRunTables = {
  /** `value` as JSON; empty: nothing yet. */
  first_run: { name: string; value: string };
};

const NAME = "guide";

export function createFirstRunStore(all: Kysely<Tables>): FirstRunStore {
  const db = all.withTables<FirstRunTables>();
  return {
    read: async () => {
      const row = await db.selectFrom("first_run").where("name", "=", NAME).select("value").executeTakeFirst();
      return row && progressOf(row.value);
    },
    change: (step) =>
      db.transaction().execute(async (trx) => {
        // Takes the row, so that two requests follow one another.
        const { value } = await trx
          .insertInto("first_run")
          .values({ name: NAME, value: "" })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ name: NAME }))
          .returning("value")
          .executeTakeFirstOrThrow();
        const { progress, result } = step(progressOf(value));
        await trx
          .updateTable("first_run")
          .set({ value: JSON.stringify(progress) })
          .where("name", "=", NAME)
          .execute();
        return result;
      }),
  };
}

const progressOf = (value: string): FirstRunProgress | undefined =>
  value === "" ? undefined : z.parse(firstRunProgressSchema, JSON.parse(value));
