import type { Kysely } from "kysely";
import type { CallRecordStore } from "../../modules/calls/index.ts";
import { toFlag, type Tables } from "./schema.ts";

export function createCallRecordStore(db: Kysely<Tables>): CallRecordStore {
  return {
    write: async (record) => {
      await db
        .insertInto("cdrs")
        .values({
          call_id: record.callId,
          realm: record.realm,
          started_at: record.startedAt,
          answered_at: record.answeredAt,
          ended_at: record.endedAt,
          from_number: record.from.number,
          from_name: record.from.name,
          from_user_id: record.from.userId,
          to_number: record.to.number,
          to_name: record.to.name,
          to_user_id: record.to.userId,
          dialled_number: record.dialledNumber,
          direction: record.direction,
          disposition: record.disposition,
          failed: toFlag(record.failed),
          ended_by: record.endedBy,
          end_reason: record.endReason,
          sip_status: record.sipStatus,
          quality: record.quality,
          forwarded_by: record.forwardedBy,
        })
        .onConflict((conflict) => conflict.column("call_id").doNothing())
        .execute();
    },

    countRecords: async () => {
      const { total } = await db
        .selectFrom("cdrs")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
