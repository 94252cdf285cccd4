import { IconHeadset } from "@callpanel/ui";
import { lazy } from "react";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { LIVE_QUEUES } from "../../shared/live/liveQueues.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { missedReload } from "./missed/missed.reload.ts";
import { createLiveQueues } from "./live/queues.board.ts";

/** Loaded without a sign-in. */
export const WallScreen = lazy(async () => ({ default: (await import("./wall/WallScreen.tsx")).WallScreen }));

/** Queues: the live dashboard (spec 1 §2). Its frame is also that of the reports, which are another feature. */
export const queues: PanelFeature = {
  menu: { area: "queues", icon: IconHeadset },
  frame: async () => ({ Screen: (await import("./QueuesFrame.tsx")).QueuesFrame }),
  pages: {
    "queues-dashboard": async () => ({ Screen: (await import("./dashboard/DashboardScreen.tsx")).DashboardScreen }),
  },
  start: (panel) => reloadOn(panel, missedReload).stop,
  provides: [provide(LIVE_QUEUES, createLiveQueues, (board) => board.start())],
};
