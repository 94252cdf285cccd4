import { savedQueueReportDraftSchema } from "@callpanel/contract";
import type { Kysely, Selectable } from "kysely";
import * as z from "zod/mini";
import type { SavedReport, SavedReportContent, SavedReportStore } from "../../../modules/queue-reports/index.ts";
import type { Tables } from "../schema.ts";
import { addJobRow } from "../server/job.store.ts";
import type { QueueTables } from "./queue-tables.ts";

const contentSchema = z.extend(z.omit(savedQueueReportDraftSchema, { recipients: true, name: true }), {
  recipients: z.array(z.number()),
});

export function createSavedReportStore(all: Kysely<Tables>): SavedReportStore {
  const db = all.withTables<QueueTables>();
  return {
    ofOwner: async (ownerId) => {
      const rows = await db
        .selectFrom("saved_queue_reports")
        .where("owner_id", "=", ownerId)
        .selectAll()
        .orderBy("name")
        .orderBy("id")
        .execute();
      return rows.map(toReport);
    },

    byId: async (id) => {
      const row = await db.selectFrom("saved_queue_reports").where("id", "=", id).selectAll().executeTakeFirst();
      return row && toReport(row);
    },

    add: (ownerId, content, { most, job }) =>
      all.transaction().execute(async (jobs) => {
        const trx = jobs.withTables<QueueTables>();
        const { count } = await trx
          .selectFrom("saved_queue_reports")
          .where("owner_id", "=", ownerId)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (count >= most) return undefined;
        const row = await trx
          .insertInto("saved_queue_reports")
          .values({ owner_id: ownerId, ...rowOf(content), last_sent_at: null })
          .returningAll()
          .executeTakeFirstOrThrow();
        await addJobRow(jobs, job(row.id));
        return toReport(row);
      }),

    change: ({ id, ownerId }, content, job) =>
      all.transaction().execute(async (jobs) => {
        const trx = jobs.withTables<QueueTables>();
        const row = await trx
          .updateTable("saved_queue_reports")
          .where("id", "=", id)
          .where("owner_id", "=", ownerId)
          .set(rowOf(content))
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await addJobRow(jobs, job);
        return toReport(row);
      }),

    remove: async ({ id, ownerId }) => {
      const removed = await db
        .deleteFrom("saved_queue_reports")
        .where("id", "=", id)
        .where("owner_id", "=", ownerId)
        .returning("id")
        .executeTakeFirst();
      return removed !== undefined;
    },

    advance: ({ id, dueAt, nextAt, sentAt }, added) =>
      all.transaction().execute(async (jobs) => {
        const trx = jobs.withTables<QueueTables>();
        const row = await trx
          .updateTable("saved_queue_reports")
          .where("id", "=", id)
          .where("next_at", "=", dueAt)
          .set({ next_at: nextAt, last_sent_at: sentAt })
          .returning("id")
          .executeTakeFirst();
        if (row === undefined) return false;
        for (const job of added) await addJobRow(jobs, job);
        return true;
      }),
  };
}

const rowOf = ({ name, nextAt, ...content }: SavedReportContent) => ({
  name,
  next_at: nextAt,
  content: JSON.stringify(content),
});

const toReport = (row: Selectable<QueueTables["saved_queue_reports"]>): SavedReport => ({
  ...z.parse(contentSchema, JSON.parse(row.content)),
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  nextAt: row.next_at,
  lastSentAt: row.last_sent_at,
});
