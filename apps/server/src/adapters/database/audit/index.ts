import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createAudit } from "./audit.migration.ts";
import { createAuditStore } from "./audit.store.ts";

export { addAuditLine } from "./audit.store.ts";

/** The actions, and their authors. */
export const auditDatabase = {
  migrations: { "0276_audit": createAudit },
  stores: (db: Kysely<Tables>) => ({ audit: createAuditStore(db) }),
} satisfies DatabaseArea;
