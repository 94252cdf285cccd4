import type { Kysely } from "kysely";
import { OF_CALLER, PIN_KINDS, type PinTryStore } from "../../../kernel/guard/pin-tries.port.ts";
import type { Tables } from "../schema.ts";

/** Locks that are listed. */
const MOST = 1_000;

export function createPinTryStore(db: Kysely<Tables>): PinTryStore {
  return {
    change: ({ kind, holder }, step) =>
      db.transaction().execute(async (trx) => {
        // Locks the row until the transaction ends, also if it did not exist.
        const row = await trx
          .insertInto("pin_tries")
          .values({ kind, holder, mark: "", failures: 0, failed_at: 0, locked_until: 0 })
          .onConflict((conflict) => conflict.columns(["kind", "holder"]).doUpdateSet({ kind }))
          .returningAll()
          .executeTakeFirstOrThrow();
        const before = {
          mark: row.mark,
          failures: row.failures,
          failedAt: row.failed_at,
          lockedUntil: row.locked_until,
        };
        const after = step(before);
        if (after === before) return;
        const { mark, failures, failedAt: failed_at, lockedUntil: locked_until } = after;
        await trx
          .updateTable("pin_tries")
          .set({ mark, failures, failed_at, locked_until })
          .where("kind", "=", kind)
          .where("holder", "=", holder)
          .execute();
      }),

    locked: async (now) => {
      const rows = await db.selectFrom("pin_tries").where("locked_until", ">", now).selectAll().limit(MOST).execute();
      return rows.flatMap(({ kind: name, holder, locked_until: lockedUntil }) => {
        const kind = PIN_KINDS.find((one) => one === name);
        return kind === undefined ? [] : [{ kind, holder, lockedUntil }];
      });
    },

    forget: async ({ kind, holder }) => {
      const below = holder + OF_CALLER;
      await db
        .deleteFrom("pin_tries")
        .where("kind", "=", kind)
        .where((eb) =>
          eb.or([
            eb("holder", "=", holder),
            eb(eb.fn<string>("substr", ["holder", eb.val(1), eb.val(below.length)]), "=", below),
          ]),
        )
        .execute();
    },
  };
}
