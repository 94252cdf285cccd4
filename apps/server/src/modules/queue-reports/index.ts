export { createQueueLog } from "./queue-log.ts";
export { queueReportsModule } from "./queue-reports.module.ts";
export type { QueueLogStore } from "./queue-log.store.ts";
export type { QueueReportStore, QueueSearch } from "./queue-report.store.ts";
