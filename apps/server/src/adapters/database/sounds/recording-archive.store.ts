import { ARCHIVE_FAILURES, ARCHIVE_STATES } from "@callpanel/contract";
import type { Kysely, Selectable } from "kysely";
import type { ArchiveItem, ArchiveStore, StoredArchive } from "../../../modules/call-history/index.ts";
import { addJobRow } from "../server/job.store.ts";
import type { Tables } from "../schema.ts";

const ITEMS_AT_ONCE = 500;

export function createRecordingArchiveStore(db: Kysely<Tables>): ArchiveStore {
  return {
    add: ({ id, realm, userId, beganAt, items }, { kind, payload }) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto("recording_archives")
          .values({
            id,
            realm,
            user_id: userId,
            state: "waiting",
            total: items.length,
            packed: 0,
            missing: 0,
            bytes: 0,
            failure: null,
            began_at: beganAt,
            ended_at: null,
          })
          .execute();
        for (let start = 0; start < items.length; start += ITEMS_AT_ONCE)
          await trx
            .insertInto("recording_archive_items")
            .values(items.slice(start, start + ITEMS_AT_ONCE).map((item, at) => toRow(id, item, start + at)))
            .execute();
        await addJobRow(trx, { kind, payload, runAt: beganAt });
      }),

    byId: async (id) => {
      const row = await db.selectFrom("recording_archives").where("id", "=", id).selectAll().executeTakeFirst();
      return row && toArchive(row);
    },

    ofUser: async (userId) => {
      const rows = await db
        .selectFrom("recording_archives")
        .where("user_id", "=", userId)
        .selectAll()
        .orderBy("began_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(toArchive);
    },

    items: async (id, { start, limit }) => {
      const rows = await db
        .selectFrom("recording_archive_items")
        .where("archive_id", "=", id)
        .where("place", ">=", start)
        .selectAll()
        .orderBy("place")
        .limit(limit)
        .execute();
      return rows.map(toItem);
    },

    people: async (id) => {
      const rows = await db
        .selectFrom("recording_archive_items")
        .where("archive_id", "=", id)
        .select("people")
        .distinct()
        .execute();
      return rows.map(({ people }) => readPeople(people));
    },

    change: async (id, { endedAt, ...change }) => {
      const { numUpdatedRows } = await db
        .updateTable("recording_archives")
        .set({ ...change, ...(endedAt === undefined ? {} : { ended_at: endedAt }) })
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    before: async (at, limit) => {
      const rows = await db
        .selectFrom("recording_archives")
        .where((eb) => eb(eb.fn.coalesce("ended_at", "began_at"), "<", at))
        .select("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    remove: async (id) => {
      await db.deleteFrom("recording_archives").where("id", "=", id).execute();
    },
  };
}

const toRow = (archiveId: string, { recording, name, startedAt, userIds }: ArchiveItem, place: number) => ({
  archive_id: archiveId,
  place,
  recording_id: recording,
  name,
  started_at: startedAt,
  people: userIds.join(","),
});

const readPeople = (people: string): readonly number[] => (people === "" ? [] : people.split(",").map(Number));

function toItem(row: Selectable<Tables["recording_archive_items"]>): ArchiveItem {
  return { recording: row.recording_id, name: row.name, startedAt: row.started_at, userIds: readPeople(row.people) };
}

function toArchive(row: Selectable<Tables["recording_archives"]>): StoredArchive {
  const { id, realm, total, packed, missing, bytes } = row;
  return {
    id,
    realm,
    total,
    packed,
    missing,
    bytes,
    userId: row.user_id,
    state: ARCHIVE_STATES.find((one) => one === row.state) ?? "failed",
    failure: ARCHIVE_FAILURES.find((one) => one === row.failure) ?? null,
    beganAt: row.began_at,
    endedAt: row.ended_at,
  };
}
