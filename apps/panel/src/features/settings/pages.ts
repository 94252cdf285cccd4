import type { LoadScreen } from "../../shared/feature.ts";
import type { PageName } from "../../shared/routes.ts";

/** The pages of the settings that are built, by route name; addresses, rights and order stand in shared/routes.ts. */
export const SETTINGS_PAGES: Readonly<Partial<Record<PageName, LoadScreen>>> = {
  "settings-phone-status": async () => ({
    Screen: (await import("./phone-status/PhoneStatusPage.tsx")).PhoneStatusPage,
  }),
  "settings-devices": async () => ({ Screen: (await import("./devices/DevicesPage.tsx")).DevicesPage }),
  "settings-blacklist": async () => ({ Screen: (await import("./blacklist/BlacklistPage.tsx")).BlacklistPage }),
  "settings-toggle-destinations": async () => ({ Screen: (await import("./toggles/TogglesPage.tsx")).TogglesPage }),
};
