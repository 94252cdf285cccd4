import { MISSED_CALLER_ENDS } from "@callpanel/contract";
import { ANONYMOUS_NUMBER } from "@callpanel/phone-port";
import { sql, type Kysely } from "kysely";
import type { MissedCallerStore } from "../../../modules/queues/index.ts";
import type { Tables } from "../schema.ts";
import type { QueueTables } from "./queue-tables.ts";

type Database = Kysely<Tables & QueueTables>;

/** Literals, because only then the partial index is used. */
const isMissed = (status: string) =>
  sql<boolean>`${sql.ref(status)} in (${sql.join(MISSED_CALLER_ENDS.map((one) => sql.lit(one)))})`;

export function createMissedCallerStore(all: Kysely<Tables>): MissedCallerStore {
  const db: Database = all.withTables<QueueTables>();
  return {
    missed: async ({ limit, ...search }) => {
      const open = openStays(db, search);
      const rows = await db
        .selectFrom(open.limit(limit).as("open"))
        .innerJoin("queue_stays as last", "last.id", "open.id")
        .leftJoin("missed_takes as take", (join) =>
          join
            .on("take.realm", "=", search.realm)
            .onRef("take.queue_id", "=", "last.queue_id")
            .onRef("take.number", "=", "last.number_key"),
        )
        .select(["open.id", "open.times", "open.first_at", "open.last_at"])
        .select(["last.queue_id", "last.number", "last.number_key", "last.name", "last.status", "last.wait_ms"])
        .select("last.callback")
        .select(["take.user_id", "take.taken_at"])
        .orderBy("open.last_at", "desc")
        .orderBy("open.id", "desc")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        queueId: row.queue_id,
        number: row.number,
        key: row.number_key,
        name: row.name,
        times: row.times,
        firstAt: row.first_at,
        lastAt: row.last_at,
        end: MISSED_CALLER_ENDS.find((one) => one === row.status) ?? "ABANDON",
        waitMs: row.wait_ms ?? 0,
        isCallback: row.callback === 1,
        taken: row.user_id === null || row.taken_at === null ? undefined : { userId: row.user_id, at: row.taken_at },
      }));
    },

    keyOf: async (realm, id) => {
      const row = await db
        .selectFrom("queue_stays")
        .where("realm", "=", realm)
        .where("id", "=", id)
        .where(isMissed("status"))
        .select(["queue_id", "number_key"])
        .executeTakeFirst();
      return row && { realm, queueId: row.queue_id, key: row.number_key };
    },

    callerOf: async (realm, callId) => {
      const row = await db
        .selectFrom("queue_stays")
        .where("call_id", "=", callId)
        .where("realm", "=", realm)
        .select("number_key")
        .executeTakeFirst();
      return row?.number_key;
    },

    queuesOf: async (realm, keys, since) => {
      if (keys.length === 0) return [];
      // For each answered call: a text takes a fraction of the time that a query takes to be put together.
      const { rows } = await sql<{ queue_id: string }>`
        select distinct queue_id from queue_stays where realm = ${realm} and number_key in (${sql.join(keys)})
        and ${isMissed("status")} and ended_at >= ${since}`.execute(db);
      return rows.map(({ queue_id }) => queue_id);
    },

    take: async ({ realm, queueId, key }, { userId, at, validFrom }) => {
      const taken = { user_id: userId, taken_at: at };
      await db
        .insertInto("missed_takes")
        .values({ realm, queue_id: queueId, number: key, ...taken })
        .onConflict((conflict) =>
          conflict
            .columns(["realm", "queue_id", "number"])
            .doUpdateSet(taken)
            .where((eb) =>
              eb.or([eb("missed_takes.taken_at", "<", validFrom), eb("missed_takes.user_id", "=", userId)]),
            ),
        )
        .execute();
    },

    giveBack: async ({ realm, queueId, key }, userId) => {
      await db
        .deleteFrom("missed_takes")
        .where("realm", "=", realm)
        .where("queue_id", "=", queueId)
        .where("number", "=", key)
        .where("user_id", "=", userId)
        .execute();
    },

    removeBefore: async (at) => {
      await db.deleteFrom("missed_takes").where("taken_at", "<", at).execute();
      await db.deleteFrom("last_talks").where("answered_at", "<", at).execute();
    },
  };
}

/** Numbers of missed callers that nobody has talked to since, in a queue or in another call. */
function openStays(
  db: Database,
  { realm, queueIds, since, key }: Omit<Parameters<MissedCallerStore["missed"]>[0], "limit">,
) {
  return db
    .selectFrom("queue_stays as stay")
    .leftJoin("last_talks as talk", (join) =>
      join.onRef("talk.realm", "=", "stay.realm").onRef("talk.number", "=", "stay.number_key"),
    )
    .where("stay.realm", "=", realm)
    .where("stay.queue_id", "in", queueIds)
    .where("stay.number", "not in", ["", ANONYMOUS_NUMBER])
    .where(isMissed("stay.status"))
    .where("stay.ended_at", ">=", since)
    .where((eb) => eb.or([eb("talk.answered_at", "is", null), eb("talk.answered_at", "<", eb.ref("stay.ended_at"))]))
    .$if(key !== undefined, (stays) => stays.where("stay.number_key", "=", key ?? ""))
    .groupBy(["stay.queue_id", "stay.number_key"])
    .select(({ fn, cast }) => [
      fn.max("stay.id").as("id"),
      cast<number>(fn.countAll(), "bigint").as("times"),
      sql<number>`min(stay.ended_at)`.as("first_at"),
      sql<number>`max(stay.ended_at)`.as("last_at"),
    ])
    .orderBy("last_at", "desc")
    .orderBy("id", "desc");
}
