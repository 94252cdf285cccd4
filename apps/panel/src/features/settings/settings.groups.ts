import type { PageName } from "../../shared/routes.ts";
import type { availablePages } from "../../shared/routes.ts";
import { menuMessages } from "../../shared/menu.messages.ts";
import { fits } from "../../shared/search/fits.ts";
import type { Words } from "../../shared/words/words.ts";
import { settingsMessages } from "./settings.messages.ts";

/** SET-1: the pages by what people look for. */
export const SETTINGS_GROUPS = {
  calls: ["settings-phone-status", "settings-blacklist", "settings-toggle-destinations", "settings-sms-to-email"],
  phone: ["settings-devices", "settings-softphone", "settings-emergency", "settings-stun-servers"],
  panel: ["settings-account", "settings-notifications", "settings-click-to-dial", "settings-call-screen-pop"],
} as const satisfies Readonly<Record<string, readonly PageName[]>>;

type Group = keyof typeof SETTINGS_GROUPS;
type SettingsPage = (typeof SETTINGS_GROUPS)[Group][number];

const GROUP_NAMES: readonly Group[] = ["calls", "phone", "panel"];

export const isSettingsPage = (name: string): name is SettingsPage =>
  Object.values(SETTINGS_GROUPS).some((pages) => pages.some((page) => page === name));

/** What is searched of a page: its title, and what one finds on it. */
export const isFound = (words: Words, page: SettingsPage, search: string): boolean =>
  fits(`${words.text(menuMessages, `menu.${page}`)} ${words.text(settingsMessages, `settings.on.${page}`)}`, search);

/** The pages that a person may open and that fit the search, by group; groups without any are left out. */
export function foundGroups(words: Words, available: ReturnType<typeof availablePages>, search: string) {
  return GROUP_NAMES.flatMap((group) => {
    const pages = SETTINGS_GROUPS[group].flatMap((name) => {
      const path = available.find((page) => page.name === name)?.paths[0];
      return path !== undefined && isFound(words, name, search) ? [{ name, path }] : [];
    });
    return pages.length === 0 ? [] : [{ group, pages }];
  });
}
