import { LANDING_PAGES } from "@callpanel/contract";
import type { LandingPage, UiFlag } from "@callpanel/contract";
import type { menuMessages } from "../../../shared/menu.messages.ts";
import { availablePages } from "../../../shared/routes.ts";

/** The menu titles of the possible first pages. */
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

/** The landing pages that a person may choose, in order of availability; one can represent several pages. */
export function openLandings(flags: Readonly<Record<UiFlag, boolean>>): readonly LandingPage[] {
  const paths = availablePages(flags).flatMap((page) => page.paths);
  const rankOf = (landing: string) => paths.findIndex((path) => path === landing || path.startsWith(`${landing}/`));
  return LANDING_PAGES.filter((landing) => rankOf(landing) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
}
