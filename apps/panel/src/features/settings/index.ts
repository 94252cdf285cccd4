import { IconSettings } from "@callpanel/ui";
import { lazy } from "react";
import { provide } from "../../shared/feature.ts";
import type { PanelFeature } from "../../shared/feature.ts";
import { reloadOn } from "../../shared/live/reload.ts";
import { SETTINGS_PAGES } from "./pages.ts";
import { CHOSEN_SUBJECT, createChosenSubject } from "./chosenSubject.ts";
import { joinProfileEvents, settingReload } from "./settings.reload.ts";

export { useDoNotDisturbSwitch, useForwardSwitch } from "./ownSwitches.ts";
export { doNotDisturb, forward } from "./phone-status/phoneStatus.api.ts";
export { rowsQuery } from "./rows.ts";
export type { RowsOf } from "./rows.ts";
export type { SettingRow } from "./subject.model.ts";

/** The settings of the person, and of others that they may change (spec 1 §2). */
export const settings: PanelFeature = {
  menu: { area: "settings", icon: IconSettings },
  pages: SETTINGS_PAGES,
  finder: { needs: ["hasAccess"], load: async () => (await import("./settings.find.ts")).findSettings },
  frame: async () => ({ Screen: (await import("./SettingsFrame.tsx")).SettingsFrame }),
  provides: [provide(CHOSEN_SUBJECT, createChosenSubject)],
  start(panel) {
    const user = () => panel.signedIn.get()?.user ?? null;
    const stops = [
      reloadOn(panel, settingReload(user)).stop,
      joinProfileEvents({ events: panel.events, user, onProfile: panel.reloadPerson }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

/** For the walk of a new person. */
export const PhoneSound = lazy(async () => ({ default: (await import("./devices/PhoneSound.tsx")).PhoneSound }));
export const BrowserNotifications = lazy(async () => ({
  default: (await import("./notifications/BrowserNotifications.tsx")).BrowserNotifications,
}));

/** For the first run: the second factor, and the check of calls. */
export const OtpSection = lazy(async () => ({ default: (await import("./account/OtpSection.tsx")).OtpSection }));
export const PhoneCheck = lazy(async () => ({ default: (await import("./devices/PhoneCheck.tsx")).PhoneCheck }));

/** EMBED-19: a line of the list of pages in a frame. */
export const DoNotDisturbLine = lazy(async () => ({
  default: (await import("./DoNotDisturbItem.tsx")).DoNotDisturbLine,
}));
/** A line of the account menu; fetched with the menu's first opening. */
export const DoNotDisturbItem = lazy(async () => ({
  default: (await import("./DoNotDisturbItem.tsx")).DoNotDisturbItem,
}));
export const ForwardItem = lazy(async () => ({ default: (await import("./ForwardItem.tsx")).ForwardItem }));
