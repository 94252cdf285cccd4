import { IconUsersGroup } from "@callpanel/ui";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { createLiveConferences, LIVE_CONFERENCES } from "./conferences.board.ts";

/** Conference rooms and the people in them (spec 1 §2). */
export const conferences: PanelFeature = {
  menu: { area: "conferences", icon: IconUsersGroup },
  pages: { conferences: async () => ({ Screen: (await import("./ConferencesScreen.tsx")).ConferencesScreen }) },
  finder: { needs: ["conferencesRead"], load: async () => (await import("./conferences.find.ts")).findConferences },
  provides: [provide(LIVE_CONFERENCES, createLiveConferences, (board) => board.start())],
};
