import { IconUsers } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

export { createLiveBuddies } from "./live.store.ts";

/** Colleagues and what their telephones do (spec 1 §2, route `users`). */
export const buddies: PanelFeature = {
  name: "users",
  paths: ["/", "/buddies"],
  icon: IconUsers,
  needs: ["usersRead"],
  load: async () => ({ Screen: (await import("./BuddiesScreen.tsx")).BuddiesScreen }),
};
