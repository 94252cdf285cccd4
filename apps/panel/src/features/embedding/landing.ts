import { DEFAULT_PREFERENCES } from "@callpanel/contract";
import type { LandingPage } from "@callpanel/contract";
import type { AreaName } from "../../shared/routes.ts";

export const DEFAULT_LANDING = DEFAULT_PREFERENCES.clearly_anywhere_landing_page;

/** The landing page of an area; areas without one cannot be marked. */
export const LANDING_OF: Readonly<Partial<Record<AreaName, LandingPage>>> = {
  users: "/buddies",
  chats: "/chat",
  queues: "/queues",
  conferences: "/conferences",
  "video-conferences": "/video_conferences",
  parking: "/parking",
  voicemails: "/voicemails",
  cdrs: "/cdrs",
  contacts: "/contacts",
  announcements: "/announcements",
};
