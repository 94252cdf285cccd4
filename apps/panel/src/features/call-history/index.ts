import { IconHistory } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

export { joinCallHistoryEvents } from "./call-history.events.ts";

/** Calls that have ended, with what was recorded of them (spec 1 §2). */
export const callHistory: PanelFeature = {
  area: "cdrs",
  icon: IconHistory,
  pages: { cdrs: async () => ({ Screen: (await import("./CallHistoryScreen.tsx")).CallHistoryScreen }) },
};
