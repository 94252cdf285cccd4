import type { Kysely } from "kysely";
import type { MigrationInPortions } from "../database-area.ts";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import { readEarlierRows } from "./earlier-rows.ts";

/** What agents did, computed from the queue log with each row, and now from the rows that there are. */
export const agentLogMigration: MigrationInPortions = { begin: createAgentLog, next: readEarlierRows };

async function createAgentLog(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("queue_agent_sums", (t) =>
    t
      .text("realm", "queue_id")
      .whole("agent_id", "minutes", "period", "answered", "missed", "rejected", "hold_ms", "talk_ms", "wrap_up_ms")
      .addPrimaryKeyConstraint("queue_agent_sums_key", ["realm", "minutes", "period", "queue_id", "agent_id"]),
  );
  await create("queue_agent_times", (t) =>
    t.withId().text("realm", "queue_id").whole("agent_id", "started_at", "ended_at").text("kind", "reason"),
  );
  await db.schema
    .createIndex("queue_agent_times_end")
    .on("queue_agent_times")
    .columns(["realm", "ended_at", "started_at"])
    .execute();
  await db.schema
    .createIndex("queue_agent_times_agent")
    .on("queue_agent_times")
    .columns(["realm", "agent_id", "kind", "ended_at"])
    .execute();
  await db.schema
    .createIndex("queue_stays_agent")
    .on("queue_stays")
    .columns(["realm", "agent_id", "entered_at"])
    .execute();
  await db.schema
    .alterTable("queue_sums")
    .addColumn("in_target", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
}
