import { listReload } from "../../../shared/live/reload.ts";

export const MISSED_KEY = ["queues", "missed"] as const;

/** A queue that closes may miss many callers at the same moment. */
const GATHER_MS = 500;
export const missedReload = listReload({ action: "QUEUEMISSED", keys: [MISSED_KEY], gatherMs: GATHER_MS });
