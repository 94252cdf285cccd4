export { createQueueLog } from "./queue-log.ts";
export { queueReportsModule } from "./queue-reports.module.ts";
export type { OpenRows, QueueLogStore } from "./queue-log.store.ts";
export type { AgentSums, AgentTime, QueueReportStore, QueueSearch, QueueStay } from "./queue-report.store.ts";
export type { SavedReport } from "./saved/saved-report.ts";
export type { SavedReportContent, SavedReportStore } from "./saved/saved-report.store.ts";
