import type { BackupsDeps } from "../src/app/services/backups/backups.ts";
import { systemClock } from "../src/app/system-clock.ts";

/** Back-ups and sounds are in folders. */
export const NO_BUCKETS = { soundsPlace: undefined, bucket: undefined } as const;

/** Requests take real time. */
export const clockAt = (now: () => number): BackupsDeps["clock"] => ({ ...systemClock, now });
