import { IconParking } from "@callpanel/ui";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { LIVE_PARKING } from "../../shared/live/liveParking.ts";
import { createLiveParking } from "./parked.board.ts";

/** Parking lots and who waits in their slots (spec 1 §2). */
export const parking: PanelFeature = {
  menu: { area: "parking", icon: IconParking, badge: (panel) => LIVE_PARKING.of(panel).count },
  pages: { parking: async () => ({ Screen: (await import("./ParkingScreen.tsx")).ParkingScreen }) },
  provides: [provide(LIVE_PARKING, createLiveParking, (board) => board.start())],
};
