import type { RetentionRule } from "../../../kernel/jobs/retention.ts";
import type { MissedCallerStore } from "./missed-caller.store.ts";
import { MISSED_DAYS } from "./missed-callers.ts";

/** QMISS-8 */
export const missedCallerRetention = (store: Pick<MissedCallerStore, "removeBefore">): RetentionRule => ({
  name: "missed callers",
  days: MISSED_DAYS,
  removeBefore: async (at) => {
    await store.removeBefore(at);
    return 0;
  },
});
