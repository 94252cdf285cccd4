export { auditModule } from "./audit.module.ts";
export { auditPage } from "./audit.routes.ts";
export type { AuditStore, NewAuditLine } from "./audit.store.ts";
