export { auditModule } from "./audit.module.ts";
export { auditPage } from "./audit.routes.ts";
export type { AuditQuery, AuditStore, NewAuditLine } from "./audit.store.ts";
