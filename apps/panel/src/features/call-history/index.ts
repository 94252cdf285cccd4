import { IconHistory } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";
import { listReload, reloadOn } from "../../shared/live/reload.ts";

/**
 * CDR-46: an ended call appears without a click. A transfer ends several calls together, and an administrator gets events of
 * all calls: the list is loaded at most once a second.
 */
export const callHistoryReload = listReload({ action: "CDR", keys: [["cdrs"]], gatherMs: 1_000 });

/** Calls that have ended, with what was recorded of them (spec 1 §2). */
export const callHistory: PanelFeature = {
  menu: { area: "cdrs", icon: IconHistory },
  pages: { cdrs: async () => ({ Screen: (await import("./CallHistoryScreen.tsx")).CallHistoryScreen }) },
  finder: { needs: ["cdrsRead"], load: async () => (await import("./call-history.find.ts")).findCalls },
  start: (panel) => reloadOn(panel, callHistoryReload).stop,
};
