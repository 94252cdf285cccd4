import { IconParking } from "@callpanel/ui";
import type { PanelFeature } from "../../shared/feature.ts";

export { createLiveParking } from "./parked.store.ts";

/** Parking lots and who waits in their slots (spec 1 §2). */
export const parking: PanelFeature = {
  area: "parking",
  icon: IconParking,
  pages: { parking: async () => ({ Screen: (await import("./ParkingScreen.tsx")).ParkingScreen }) },
  badge: ({ liveParking }) => liveParking.count,
};
