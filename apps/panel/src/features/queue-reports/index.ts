import type { PanelFeature } from "../../shared/feature.ts";

/** Reports of queues (spec 1 §2); the tabs above it and the link of the menu are those of features/queues. */
export const queueReports: PanelFeature = {
  texts: "queue-reports",
  pages: { "queue-reports": async () => ({ Screen: (await import("./QueueReportsScreen.tsx")).QueueReportsScreen }) },
};
