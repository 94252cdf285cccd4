import type { Kysely } from "kysely";
import type { BuddyStore, WatchedList } from "../../../modules/buddies/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { readUser, selectUsers } from "./user-rows.ts";

export function createBuddyStore(db: Kysely<Tables>): BuddyStore {
  return {
    watchedBy: async (userId) => {
      const rows = await selectUsers(db)
        .innerJoin("watched_buddies", "watched_buddies.buddy_id", "users.id")
        .where("watched_buddies.user_id", "=", userId)
        .select("watched_buddies.sort")
        .orderBy("watched_buddies.sort")
        .execute();
      return rows.map(({ sort, ...row }) => ({ user: readUser(row), sort }));
    },

    change: (userId, step) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        const before = await readList(trx, userId);
        const after = step(before);
        await writeList(trx, { userId, before, after });
        return after;
      }),
  };
}

function readList(db: Kysely<Tables>, userId: number): Promise<WatchedList> {
  return db
    .selectFrom("watched_buddies")
    .innerJoin("numbers", "numbers.user_id", "watched_buddies.buddy_id")
    .where("watched_buddies.user_id", "=", userId)
    .select(["watched_buddies.buddy_id as buddyId", "numbers.number as exten", "watched_buddies.sort"])
    .orderBy("watched_buddies.sort")
    .execute();
}

async function writeList(
  db: Kysely<Tables>,
  { userId, before, after }: { readonly userId: number; readonly before: WatchedList; readonly after: WatchedList },
): Promise<void> {
  const gone = before.filter((one) => !after.some(({ buddyId }) => buddyId === one.buddyId));
  if (gone.length > 0)
    await db
      .deleteFrom("watched_buddies")
      .where("user_id", "=", userId)
      .where(
        "buddy_id",
        "in",
        gone.map(({ buddyId }) => buddyId),
      )
      .execute();
  const known = new Map(before.map(({ buddyId, sort }) => [buddyId, sort]));
  const changed = after.filter(({ buddyId, sort }) => known.get(buddyId) !== sort);
  if (changed.length > 0)
    await db
      .insertInto("watched_buddies")
      .values(changed.map(({ buddyId, sort }) => ({ user_id: userId, buddy_id: buddyId, sort })))
      .onConflict((conflict) =>
        conflict.columns(["user_id", "buddy_id"]).doUpdateSet((eb) => ({ sort: eb.ref("excluded.sort") })),
      )
      .execute();
}
