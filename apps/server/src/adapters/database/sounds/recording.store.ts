import type { Kysely } from "kysely";
import type { RecordingStore } from "../../../modules/recordings/index.ts";
import type { Tables } from "../schema.ts";

export function createRecordingStore(db: Kysely<Tables>): RecordingStore {
  return {
    begin: async ({ id, owner, realm, callId, userId, startedBy, startedAt, isClosed = false }) => {
      await db
        .insertInto("recordings")
        .values({
          id,
          owner,
          realm,
          call_id: callId,
          user_id: userId,
          started_by: startedBy,
          started_at: startedAt,
          duration_ms: null,
          bytes: null,
          marks: "[]",
          failure: null,
          closed: isClosed ? 1 : 0,
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },

    end: async (id, { durationMs, bytes, marks, failure }) => {
      await db
        .updateTable("recordings")
        .set({ duration_ms: durationMs, bytes, marks: JSON.stringify(marks), failure })
        .where("id", "=", id)
        .execute();
    },

    attach: async (callId, parts) => {
      if (parts.length === 0) return;
      await db
        .insertInto("recording_parts")
        .values(
          parts.map(({ recordingId, offsetMs, durationMs }) => ({
            call_id: callId,
            recording_id: recordingId,
            offset_ms: offsetMs,
            duration_ms: durationMs,
          })),
        )
        .onConflict((conflict) => conflict.columns(["call_id", "recording_id", "offset_ms"]).doNothing())
        .execute();
    },

    unfinished: async (owner) => {
      const rows = await db
        .selectFrom("recordings")
        .where("owner", "=", owner)
        .where("duration_ms", "is", null)
        .select(["id", "started_at"])
        .execute();
      return rows.map(({ id, started_at }) => ({ id, startedAt: started_at }));
    },

    times: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("recordings")
        .where("id", "in", [...ids])
        .select(["id", "started_at", "duration_ms"])
        .execute();
      return rows.map(({ id, started_at, duration_ms }) => ({ id, startedAt: started_at, durationMs: duration_ms }));
    },

    endedBefore: async (at, limit) => {
      const rows = await db
        .selectFrom("recordings")
        .where("duration_ms", "is not", null)
        .where("started_at", "<", at)
        .select("id")
        .orderBy("started_at")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    remove: async (ids) => {
      if (ids.length > 0)
        await db
          .deleteFrom("recordings")
          .where("id", "in", [...ids])
          .execute();
    },

    ofCall: async (realm, id) => {
      const number = /^\d{1,15}$/.test(id) ? Number(id) : -1;
      const record = await db
        .selectFrom("cdrs")
        .where("realm", "=", realm)
        .where((eb) => eb.or([eb("id", "=", number), eb("call_id", "=", id)]))
        .select(["call_id", "from_user_id", "to_user_id"])
        .executeTakeFirst();
      const callId = record?.call_id ?? id;
      const rows = await db
        .selectFrom("recordings")
        .where("realm", "=", realm)
        .where((eb) =>
          eb.or([
            eb("call_id", "=", callId),
            eb("id", "in", eb.selectFrom("recording_parts").where("call_id", "=", callId).select("recording_id")),
          ]),
        )
        .select(["id", "call_id", "user_id", "duration_ms", "bytes", "closed"])
        .orderBy("started_at")
        .orderBy("id")
        .execute();
      if (rows.length === 0) return undefined;
      const people = [record?.from_user_id, record?.to_user_id, ...rows.map(({ user_id }) => user_id)];
      return {
        userIds: [...new Set(people.flatMap((one) => (one === null || one === undefined ? [] : [one])))],
        recordings: rows.flatMap(({ id: recordingId, call_id, duration_ms, bytes, closed }) => {
          if (duration_ms === null || bytes === null) return [];
          const isClosed = closed === 1 && call_id === callId;
          return [{ id: recordingId, durationMs: duration_ms, bytes, isClosed }];
        }),
      };
    },
  };
}
