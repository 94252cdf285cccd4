import { CALL_DESTINATIONS } from "@callpanel/contract";
import type { Kysely } from "kysely";
import * as z from "zod/mini";
import type { OpenCallStore } from "../../../modules/calls/index.ts";
import type { Tables } from "../schema.ts";

const party = z.object({ number: z.string(), name: z.string(), userId: z.nullable(z.number()) });
const storedRecord = z.object({
  callId: z.string(),
  realm: z.string(),
  startedAt: z.number(),
  answeredAt: z.nullable(z.number()),
  endedAt: z.number(),
  from: party,
  to: party,
  dialledNumber: z.string(),
  direction: z.enum(["internal", "inbound", "outbound"]),
  disposition: z.string(),
  failed: z.boolean(),
  endedBy: z.string(),
  endReason: z.string(),
  sipStatus: z.number(),
  quality: z.nullable(z.string()),
  forwardedBy: z.nullable(z.string()),
  forwarderIds: z.optional(z.array(z.number())),
  destination: z.optional(z.enum(CALL_DESTINATIONS)),
});
const storedIds = z.array(z.string());

/** Parameters per statement: SQLite allows 32,766. */
const AT_ONCE = 1_000;

export function createOpenCallStore(db: Kysely<Tables>): OpenCallStore {
  return {
    save: ({ owner, changed, ended, at }) =>
      db.transaction().execute(async (trx) => {
        for (let first = 0; first < ended.length; first += AT_ONCE)
          await trx
            .deleteFrom("open_calls")
            .where("call_id", "in", ended.slice(first, first + AT_ONCE))
            .execute();
        for (let first = 0; first < changed.length; first += AT_ONCE) {
          const rows = changed.slice(first, first + AT_ONCE).map(({ record, recordingIds }) => ({
            call_id: record.callId,
            owner,
            record: JSON.stringify(record),
            recordings: JSON.stringify(recordingIds),
            seen_at: at,
          }));
          await trx
            .insertInto("open_calls")
            .values(rows)
            .onConflict((conflict) =>
              conflict.column("call_id").doUpdateSet((eb) => ({
                record: eb.ref("excluded.record"),
                recordings: eb.ref("excluded.recordings"),
              })),
            )
            .execute();
        }
        await trx.updateTable("open_calls").set({ seen_at: at }).where("owner", "=", owner).execute();
      }),

    of: async (owner) => {
      const rows = await db
        .selectFrom("open_calls")
        .selectAll()
        .where("owner", "=", owner)
        .orderBy("call_id")
        .execute();
      return rows.map(({ record, recordings, seen_at }) => ({
        record: z.parse(storedRecord, JSON.parse(record)),
        recordingIds: z.parse(storedIds, JSON.parse(recordings)),
        seenAt: seen_at,
      }));
    },
  };
}
