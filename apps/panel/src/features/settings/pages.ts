import type { LoadScreen } from "../../shared/feature.ts";
import type { PageName } from "../../shared/routes.ts";

/** The pages of the settings that are built, by route name; addresses, rights and order are in shared/routes.ts. */
export const SETTINGS_PAGES: Readonly<Partial<Record<PageName, LoadScreen>>> = {
  "settings-phone-status": async () => ({
    Screen: (await import("./phone-status/PhoneStatusPage.tsx")).PhoneStatusPage,
  }),
  "settings-devices": async () => ({ Screen: (await import("./devices/DevicesPage.tsx")).DevicesPage }),
  "settings-softphone": async () => ({ Screen: (await import("./softphone/SoftphonePage.tsx")).SoftphonePage }),
  "settings-emergency": async () => ({ Screen: (await import("./emergency/EmergencyPage.tsx")).EmergencyPage }),
  "settings-stun-servers": async () => ({ Screen: (await import("./stun/StunPage.tsx")).StunPage }),
  "settings-blacklist": async () => ({ Screen: (await import("./blacklist/BlacklistPage.tsx")).BlacklistPage }),
  "settings-toggle-destinations": async () => ({ Screen: (await import("./toggles/TogglesPage.tsx")).TogglesPage }),
  "settings-account": async () => ({ Screen: (await import("./account/AccountPage.tsx")).AccountPage }),
  "settings-notifications": async () => ({
    Screen: (await import("./notifications/NotificationsPage.tsx")).NotificationsPage,
  }),
  "settings-click-to-dial": async () => ({
    Screen: (await import("./click-to-dial/ClickToDialPage.tsx")).ClickToDialPage,
  }),
  "settings-call-screen-pop": async () => ({ Screen: (await import("./screen-pop/ScreenPopPage.tsx")).ScreenPopPage }),
  "settings-sms-to-email": async () => ({ Screen: (await import("./sms-to-email/SmsToEmailPage.tsx")).SmsToEmailPage }),
};
