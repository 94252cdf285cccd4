import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createCallHistory } from "./call-history.migration.ts";
import { createCallHistoryStore } from "./call-history.store.ts";
import { createCallRecords } from "./call-record.migration.ts";
import { createCallRecordStore } from "./call-record.store.ts";
import { createLastTalks } from "./last-talk.migration.ts";
import { createOpenCalls } from "./open-call.migration.ts";
import { createOpenCallStore } from "./open-call.store.ts";

const addCdrColumn = (name: string) => (db: Kysely<unknown>) =>
  db.schema.alterTable("cdrs").addColumn(name, "text").execute();

/** Calls that ended, and calls in progress. */
export const callHistoryDatabase = {
  migrations: {
    "0004_call_records": createCallRecords,
    "0070_forwards": addCdrColumn("forwarded_by"),
    "0085_call_history": createCallHistory,
    "0102_open_calls": createOpenCalls,
    "0160_diverted_calls": addCdrColumn("diverted_from"),
    "0176_call_listeners": addCdrColumn("listened_by"),
    "0225_last_talks": createLastTalks,
    "0228_queue_agents": addCdrColumn("answered_by"),
  },
  stores: (db: Kysely<Tables>) => ({
    callRecords: createCallRecordStore(db),
    openCalls: createOpenCallStore(db),
    callHistory: createCallHistoryStore(db),
  }),
} satisfies DatabaseArea;
