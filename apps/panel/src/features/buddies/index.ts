import { IconUsers } from "@callpanel/ui";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { LIVE_LISTENERS } from "../../shared/live/liveListeners.ts";
import { createLastSight, LAST_SIGHT } from "./grid/lastSight.ts";
import { createLiveBuddies } from "./live/live.board.ts";
import { createLiveListeners } from "./live/listeners.board.ts";
import { followPeople } from "./people.live.ts";

export { preloadBuddyMenu } from "./card/BuddyMenu.tsx";

/** Colleagues and the state of their phones (spec 1 §2, route `users`). */
export const buddies: PanelFeature = {
  menu: { area: "users", icon: IconUsers },
  pages: { users: async () => ({ Screen: (await import("./BuddiesScreen.tsx")).BuddiesScreen }) },
  finder: { needs: ["usersRead"], load: async () => (await import("./buddies.find.ts")).findBuddies },
  provides: [
    provide(LIVE_BUDDIES, createLiveBuddies, (board) => board.start()),
    provide(LIVE_LISTENERS, createLiveListeners, (board) => board.start()),
    provide(LAST_SIGHT, createLastSight),
  ],
  start: followPeople,
};
