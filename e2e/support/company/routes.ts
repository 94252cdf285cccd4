/** The panel's addresses, on which links from outside rely (spec 1 §2). */
import { expect, type Person } from "./people.ts";

export interface PageAddress {
  readonly path: string;
  /** The level-1 heading, en-US. */
  readonly title: string;
}

/** Every page of its own, without what optional segments add. */
export const PAGES: readonly PageAddress[] = [
  { path: "/", title: "Buddies" },
  { path: "/chat", title: "Chat" },
  { path: "/queues/dashboard", title: "Queues" },
  { path: "/queues/reports", title: "Queues" },
  { path: "/conferences", title: "Conferences" },
  { path: "/video_conferences", title: "Video conferences" },
  { path: "/parking", title: "Parking" },
  { path: "/voicemails", title: "Voicemail" },
  { path: "/cdrs", title: "Call history" },
  { path: "/contacts", title: "Contacts" },
  { path: "/announcements", title: "Announcements" },
  { path: "/settings/phone_status", title: "Phone status" },
  { path: "/settings/devices", title: "Devices" },
  { path: "/settings/account", title: "Account" },
  { path: "/settings/softphone", title: "Softphone" },
  { path: "/settings/emergency", title: "Emergency" },
  { path: "/settings/notifications", title: "Notifications" },
  { path: "/settings/click_to_dial", title: "Click-to-dial" },
  { path: "/settings/call_screen_pop", title: "Screen pop" },
  { path: "/settings/stun_servers", title: "STUN servers" },
  { path: "/settings/blacklist", title: "Blocked numbers" },
  { path: "/settings/toggle_destinations", title: "Toggle destinations" },
  { path: "/settings/sms_to_email", title: "SMS to e-mail" },
];

export const addressOf = ({ path }: PageAddress): string => path;

/** Goes to an address inside the panel, as a click on a link would. */
export async function go({ page }: Person, address: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, "", to), address);
}

/** Goes there and waits for the page: for its title, else for another title or tab than that of the page before. */
export async function open(person: Person, address: string, title?: string): Promise<void> {
  const { page } = person;
  const heading = page.getByRole("heading", { level: 1 });
  const tab = page.getByRole("main").getByRole("tab", { selected: true });
  const shown = async () => [await heading.textContent(), ...(await tab.allTextContents())].join(" ");
  const before = title === undefined ? await shown() : "";
  await go(person, address);
  if (title === undefined) await expect.poll(shown).not.toBe(before);
  else await expect(heading).toHaveText(title);
}
