import { IconSpeakerphone } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

/** Sounds with their own number (spec 1 §2). */
export const announcements: PanelFeature = {
  menu: { area: "announcements", icon: IconSpeakerphone },
  pages: { announcements: async () => ({ Screen: (await import("./AnnouncementsScreen.tsx")).AnnouncementsScreen }) },
};
