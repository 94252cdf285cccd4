import { expect, it } from "vitest";
import { createSharedStorage } from "../../test/memoryStorage.ts";
import { createPreferences } from "./preferences.store.ts";

/** The system's setting, which may change. */
function system(scheme: "dark" | "light") {
  const target = new EventTarget();
  return Object.assign(target, {
    matches: scheme === "dark",
    becomes(next: "dark" | "light") {
      this.matches = next === "dark";
      target.dispatchEvent(new Event("change"));
    },
  });
}

it("SHELL-11 dark follows the system live, until it is set", () => {
  const systemDark = system("light");
  const storage = createSharedStorage().tab();
  const preferences = createPreferences({ storage, companyLocale: "en-US", systemDark, wide: true });
  expect(preferences.get().dark).toBe(false);
  systemDark.becomes("dark");
  expect(preferences.get().dark).toBe(true);
  preferences.set({ dark: true });
  systemDark.becomes("light");
  expect(preferences.get().dark).toBe(true);
});

it("SHELL-11 without a saved flag dark follows the system, the locale is en-US", () => {
  const storage = createSharedStorage().tab();
  expect(createPreferences({ storage, companyLocale: "en-US", systemDark: system("dark"), wide: true }).get()).toEqual({
    locale: "en-US",
    dark: true,
    railFolded: false,
    dockOpened: true,
  });
});

it("SHELL-11 a choice is stored, and comes before the system's setting", () => {
  const shared = createSharedStorage();
  createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: system("dark"), wide: true }).set({
    dark: false,
    locale: "fr-CA",
    railFolded: true,
  });
  expect(shared.entries.get("callpanel_dark")).toBe("false");
  expect(
    createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: system("dark"), wide: true }).get(),
  ).toMatchObject({
    locale: "fr-CA",
    dark: false,
    railFolded: true,
  });
});

it("SHELL-11 a locale that is not one of the four is en-US", () => {
  const shared = createSharedStorage();
  shared.entries.set("callpanel_locale", "xx");
  expect(
    createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: system("light"), wide: true }).get()
      .locale,
  ).toBe("en-US");
});

it("SHELL-11 on a narrow screen the dock starts closed, because it would cover the page", () => {
  const shared = createSharedStorage();
  shared.entries.set("callpanel_dock_opened", "true");
  expect(
    createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: system("light"), wide: false }).get()
      .dockOpened,
  ).toBe(false);
});
