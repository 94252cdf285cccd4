import { IconVideo } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

/** Video rooms (spec 1 §2). */
export const video: PanelFeature = {
  menu: { area: "video-conferences", icon: IconVideo },
  pages: {
    "video-conferences": async () => ({ Screen: (await import("./rooms/RoomsScreen.tsx")).RoomsScreen }),
  },
};
