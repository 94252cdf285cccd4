import type { RetentionRule } from "../../kernel/jobs/retention.ts";
import type { AuditStore } from "./audit.store.ts";

const AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** AUDIT-4: for how many days lines of the audit log are kept is each company's setting `audit_keep_days`; without it, for ever. */
export function auditRetention({
  store,
  limits,
}: {
  readonly store: Pick<AuditStore, "removeBefore">;
  /** Companies with a limit, in days. */
  readonly limits: () => Promise<ReadonlyArray<{ readonly realmId: number; readonly days: number }>>;
}): RetentionRule {
  return {
    name: "audit lines",
    days: 0,
    removeBefore: async (now) => {
      for (const { realmId, days } of await limits()) {
        const removed = await store.removeBefore(realmId, now - days * DAY_MS, AT_ONCE);
        if (removed > 0) return removed;
      }
      return 0;
    },
  };
}
