import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { agentLogMigration } from "./agent-log.migration.ts";
import { createHalfHours } from "./half-hour.migration.ts";
import { createFourHours } from "./four-hours.migration.ts";
import { createMissedCallers } from "./missed-caller.migration.ts";
import { createMissedCallerStore } from "./missed-caller.store.ts";
import { addQueueTalks } from "./queue-talk.migration.ts";
import { addNumberKeys } from "./number-key.migration.ts";
import { addCallbacks } from "./callback.migration.ts";
import { createQueueLog } from "./queue-log.migration.ts";
import { createQueueLogStore } from "./queue-log.store.ts";
import { createQueueReportStore } from "./queue-report.store.ts";
import { createSavedReports } from "./saved-report.migration.ts";
import { createSavedReportStore } from "./saved-report.store.ts";

/** The queue log, and reports from it. */
export const queueReportsDatabase = {
  migrations: {
    "0200_queue_log": createQueueLog,
    "0220_agent_log": agentLogMigration,
    "0226_missed_callers": createMissedCallers,
    "0230_saved_queue_reports": createSavedReports,
    "0231_half_hours": createHalfHours,
    "0231_number_keys": addNumberKeys,
    "0232_queue_talks": addQueueTalks,
    "0241_queue_callbacks": addCallbacks,
    "0300_four_hours": createFourHours,
  },
  stores: (db: Kysely<Tables>) => ({
    queueLog: createQueueLogStore(db),
    queueReports: createQueueReportStore(db),
    savedReports: createSavedReportStore(db),
    missedCallers: createMissedCallerStore(db),
  }),
} satisfies DatabaseArea;
