import { listReload } from "../../shared/live/reload.ts";

/** Everything that pages of administration load is below this key: `[...ADMINISTRATION_KEY, "people", …]`. */
export const ADMINISTRATION_KEY = ["administration"] as const;

/** PAGES-8: what was changed elsewhere appears without a click. An import sends many events. */
export const administrationReload = listReload({ action: "ADMINISTRATION", keys: [ADMINISTRATION_KEY], gatherMs: 100 });
