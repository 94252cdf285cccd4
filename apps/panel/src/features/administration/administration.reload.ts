import { listReload } from "../../shared/live/reload.ts";

/** Everything that pages of administration load is below this key: `[...ADMINISTRATION_KEY, "people", …]`. */
export const ADMINISTRATION_KEY = ["administration"] as const;

/** PAGES-8: what was changed elsewhere appears without a click, within 200 ms. One change may send two events. */
export const administrationReload = listReload({ action: "ADMINISTRATION", keys: [ADMINISTRATION_KEY], gatherMs: 30 });

/** Queries of the page of activity: below it, so that the event ADMINISTRATION loads them too. */
export const ACTIVITY_KEY = [...ADMINISTRATION_KEY, "activity"] as const;

/** ACTIVITY-3: registrations, calls, queues and rooms. */
export const activityReload = listReload({ action: "ACTIVITY", keys: [ACTIVITY_KEY], gatherMs: 100 });
