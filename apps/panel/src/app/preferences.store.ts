import { LOCALES } from "@callpanel/contract";
import type { Locale } from "@callpanel/contract";
import type { TextStorage } from "../shared/storage.ts";
import { createStore } from "../shared/store.ts";
import type { Readable } from "../shared/store.ts";

/** The person's settings of the frame; stored in local storage. */
export interface Preferences {
  readonly locale: Locale;
  readonly dark: boolean;
  readonly railFolded: boolean;
  readonly dockOpened: boolean;
}

export interface PreferencesStore extends Readable<Preferences> {
  set(change: Partial<Preferences>): void;
}

/** `callpanel_dark` is read by public/colour-scheme.js too, before the first paint. */
const KEYS = {
  locale: "callpanel_locale",
  dark: "callpanel_dark",
  railFolded: "callpanel_rail_folded",
  dockOpened: "callpanel_dock_opened",
} as const;

export interface PreferencesDeps {
  readonly storage: TextStorage;
  /** The language of the company, until the person chooses. */
  readonly companyLocale: Locale;
  /** The setting of the system, until the person chooses; it may change while the panel is open. */
  readonly systemDark: Pick<MediaQueryList, "matches" | "addEventListener">;
  /** Wide enough for the dock next to the page. */
  readonly wide: boolean;
}

export function createPreferences({ storage, companyLocale, systemDark, wide }: PreferencesDeps): PreferencesStore {
  const flag = (key: string, otherwise: boolean) => {
    const saved = storage.get(key);
    return saved === null ? otherwise : saved === "true";
  };
  const store = createStore<Preferences, Partial<Preferences>>(
    {
      locale: LOCALES.find((one) => one === storage.get(KEYS.locale)) ?? companyLocale,
      dark: flag(KEYS.dark, systemDark.matches),
      railFolded: flag(KEYS.railFolded, false),
      dockOpened: wide && flag(KEYS.dockOpened, true),
    },
    (state, change) => ({ ...state, ...change }),
  );
  // SHELL-11. For the life of the page.
  systemDark.addEventListener("change", () => {
    if (storage.get(KEYS.dark) === null) store.dispatch({ dark: systemDark.matches });
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    set(change) {
      for (const [name, key] of Object.entries(KEYS)) {
        const value = Object.entries(change).find(([changed]) => changed === name)?.[1];
        if (value !== undefined) storage.set(key, String(value));
      }
      store.dispatch(change);
    },
  };
}
