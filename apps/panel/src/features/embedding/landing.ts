import { DEFAULT_PREFERENCES, getCurrentUser, getPreferences } from "@callpanel/contract";
import type { LandingPage } from "@callpanel/contract";
import type { Api } from "../../shared/api.ts";
import type { AreaName } from "../../shared/routes.ts";

export const DEFAULT_LANDING = DEFAULT_PREFERENCES.clearly_anywhere_landing_page;

/** The landing page that an area stands for; areas without one cannot be marked. */
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

/** Where an embedded sign-in leads (spec 1 §4). What cannot be asked for is the default. */
export async function landingPath(api: Api): Promise<string> {
  try {
    const { id } = await api.call(getCurrentUser, {});
    return (await api.call(getPreferences, { params: { id } })).clearly_anywhere_landing_page;
  } catch {
    return DEFAULT_LANDING;
  }
}
