import { PostgresAdapter, type Kysely, type UpdateResult } from "kysely";
import type { JobLease, JobStore, NewJob } from "../../../kernel/jobs/job-store.port.ts";
import type { Tables } from "../schema.ts";

/** Adds a job in the caller's transaction. Call `Jobs.wake()` after the commit to start it immediately. */
export async function addJobRow(db: Kysely<Tables>, { kind, payload, runAt }: NewJob): Promise<void> {
  await db
    .insertInto("jobs")
    .values({ kind, payload, run_at: runAt, tries: 0, holder: null, error: null, dead_at: null })
    .execute();
}

export function createJobStore(db: Kysely<Tables>): JobStore {
  // SQLite has a single writer, which locks everything that it reads.
  const skipsLocked = db.getExecutor().adapter instanceof PostgresAdapter;
  const held = ({ id, holder }: JobLease) => db.updateTable("jobs").where("id", "=", id).where("holder", "=", holder);

  return {
    add: (job) => addJobRow(db, job),

    take: ({ kind, most, now, until, holder }) =>
      db.transaction().execute(async (trx) => {
        const due = trx
          .selectFrom("jobs")
          .where("kind", "=", kind)
          .where("dead_at", "is", null)
          .where("run_at", "<=", now)
          .orderBy("run_at")
          .orderBy("id")
          .limit(most)
          .select(["id", "payload", "tries"]);
        const rows = await (skipsLocked ? due.forUpdate().skipLocked() : due).execute();
        if (rows.length === 0) return [];
        const ids = rows.map(({ id }) => id);
        await trx
          .updateTable("jobs")
          .set((eb) => ({ holder, run_at: until, tries: eb("tries", "+", 1) }))
          .where("id", "in", ids)
          .execute();
        return rows.map(({ id, payload, tries }) => ({ id, payload, tries: tries + 1, holder }));
      }),

    count: async (kind) => {
      const { total } = await db
        .selectFrom("jobs")
        .where("kind", "=", kind)
        .where("dead_at", "is", null)
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    },

    summary: async () => {
      const rows = await db
        .selectFrom("jobs")
        .groupBy("kind")
        .select((eb) => {
          const waits = eb("dead_at", "is", null);
          return [
            "kind",
            eb.fn.countAll<number>().filterWhere(waits).as("waiting"),
            eb.fn.countAll<number>().filterWhere("dead_at", "is not", null).as("failed"),
            eb.fn.min<number | null>("run_at").filterWhere(waits).as("nextAt"),
          ];
        })
        .orderBy("kind")
        .execute();
      return rows.map(({ nextAt, ...row }) => ({ ...row, nextAt: nextAt ?? undefined }));
    },

    nextAt: async (kind) => {
      const row = await db
        .selectFrom("jobs")
        .where("kind", "=", kind)
        .where("dead_at", "is", null)
        .orderBy("run_at")
        .limit(1)
        .select("run_at")
        .executeTakeFirst();
      return row?.run_at;
    },

    renew: async (lease, until) => hasChanged(await held(lease).set({ run_at: until }).executeTakeFirst()),

    done: async ({ id, holder }) => {
      await db.deleteFrom("jobs").where("id", "=", id).where("holder", "=", holder).execute();
    },

    putBack: async (lease, { runAt, tries, error }) => {
      await held(lease).set({ run_at: runAt, tries, error, holder: null }).execute();
    },

    bury: async (lease, { at, error }) => {
      await held(lease).set({ dead_at: at, error, holder: null }).execute();
    },

    forgetDead: async (before) => {
      await db.deleteFrom("jobs").where("dead_at", "<", before).execute();
    },
  };
}

const hasChanged = ({ numUpdatedRows }: UpdateResult): boolean => numUpdatedRows > 0n;
