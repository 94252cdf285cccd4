import { IconHeadset } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

/** Queues: the live dashboard (spec 1 §2). Its frame is also that of the reports, which are another feature. */
export const queues: PanelFeature = {
  menu: { area: "queues", icon: IconHeadset },
  frame: async () => ({ Screen: (await import("./QueuesFrame.tsx")).QueuesFrame }),
};
