import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/**
 * The queue log, and what is computed from it with each row: callers' stays, sums of quarters of an hour, hours and days,
 * rows that are still in force.
 */
export async function createQueueLog(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("queue_log", (t) =>
    t
      .withId()
      .text("realm")
      .whole("at")
      .addColumn("queue_id", "text")
      .addColumn("call_id", "text")
      .addColumn("agent_id", "bigint")
      .text("event", "row"),
  );
  await db.schema.createIndex("queue_log_realm").on("queue_log").columns(["realm", "id"]).execute();
  await db.schema.createIndex("queue_log_call").on("queue_log").columns(["call_id", "id"]).execute();
  await db.schema.createIndex("queue_log_agent").on("queue_log").columns(["realm", "agent_id", "at"]).execute();
  await create("queue_stays", (t) =>
    t
      .addColumn("id", "bigint", (one) => one.primaryKey())
      .text("realm", "queue_id", "call_id", "number", "name", "status")
      .whole("entered_at", "position")
      .addColumn("agent_id", "bigint")
      .addColumn("wait_ms", "bigint")
      .addColumn("talk_ms", "bigint")
      .addColumn("ended_at", "bigint"),
  );
  await db.schema.createIndex("queue_stays_call").on("queue_stays").columns(["call_id", "id"]).execute();
  await db.schema.createIndex("queue_stays_realm").on("queue_stays").columns(["realm", "entered_at"]).execute();
  await db.schema
    .createIndex("queue_stays_queue")
    .on("queue_stays")
    .columns(["realm", "queue_id", "entered_at"])
    .execute();
  await create("queue_sums", (t) =>
    t
      .text("realm", "queue_id")
      .whole(
        "minutes",
        "period",
        "calls",
        "answered",
        "abandoned",
        "timed_out",
        "exited",
        "hold_ms",
        "talk_ms",
        "longest_talk_ms",
      )
      .addPrimaryKeyConstraint("queue_sums_key", ["realm", "minutes", "queue_id", "period"]),
  );
  await db.schema.createIndex("queue_sums_period").on("queue_sums").columns(["realm", "minutes", "period"]).execute();
  await create("queue_log_open", (t) =>
    t.text("realm", "fact", "owner").whole("log_id").addPrimaryKeyConstraint("queue_log_open_key", ["realm", "fact"]),
  );
}
