import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import type { QueueLogRow } from "@callpanel/phone-port";
import { writeAgent } from "./agent-log.ts";
import { isInTarget } from "./in-target.ts";
import { readRow } from "./queue-log-row.ts";
import { periodOf, SUM_MINUTES, type QueueTables } from "./queue-tables.ts";

const ROWS_AT_ONCE = 1_000;

/** What agents did, computed from the queue log with each row, and now from the rows that there are. */
export async function createAgentLog(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
  await readEarlierRows(db.withTables<QueueTables>());
}

/** QLOG-8: computes what is new from the rows that were there before. */
export async function readEarlierRows(db: Kysely<QueueTables>): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom("queue_log")
      .where("id", ">", after)
      .select(["id", "row"])
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { row: text } of rows) {
      const row = readRow(text);
      await writeAgent(db, row);
      if (row.event === "CONNECT" && isInTarget(row)) await countInTarget(db, row);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** In the periods in which the caller joined. */
async function countInTarget(
  db: Kysely<QueueTables>,
  { realm, queueId = "", at, waitMs }: Pick<QueueLogRow, "realm" | "queueId" | "at"> & { readonly waitMs: number },
): Promise<void> {
  for (const minutes of SUM_MINUTES)
    await db
      .updateTable("queue_sums")
      .where("realm", "=", realm)
      .where("minutes", "=", minutes)
      .where("queue_id", "=", queueId)
      .where("period", "=", periodOf(at - waitMs, minutes))
      .set((eb) => ({ in_target: eb("in_target", "+", 1) }))
      .execute();
}
