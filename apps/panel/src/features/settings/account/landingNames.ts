import type { LandingPage } from "@callpanel/contract";
import type { menuMessages } from "../../../shared/menu.messages.ts";

/** What the menu calls the pages that can be the first one. */
export const LANDING_NAMES: Readonly<Record<LandingPage, keyof typeof menuMessages>> = {
  "/buddies": "menu.users",
  "/chat": "menu.chats",
  "/queues": "menu.queues-dashboard",
  "/conferences": "menu.conferences",
  "/video_conferences": "menu.video-conferences",
  "/parking": "menu.parking",
  "/voicemails": "menu.voicemails",
  "/cdrs": "menu.cdrs",
  "/contacts": "menu.contacts",
  "/announcements": "menu.announcements",
};
