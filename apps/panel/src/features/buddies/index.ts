import { IconUsers } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

export { createLiveBuddies } from "./live/live.store.ts";

/** Colleagues and the state of their phones (spec 1 §2, route `users`). */
export const buddies: PanelFeature = {
  area: "users",
  icon: IconUsers,
  pages: { users: async () => ({ Screen: (await import("./BuddiesScreen.tsx")).BuddiesScreen }) },
};
