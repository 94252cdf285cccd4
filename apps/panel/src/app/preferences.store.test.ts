import { expect, it } from "vitest";
import { createSharedStorage } from "../../test/memoryStorage.ts";
import { createPreferences } from "./preferences.store.ts";

it("SHELL-11 without a saved flag dark follows the system, the locale is en-US", () => {
  const storage = createSharedStorage().tab();
  expect(createPreferences({ storage, companyLocale: "en-US", systemDark: true, wide: true }).get()).toEqual({
    locale: "en-US",
    dark: true,
    railFolded: false,
    dockOpened: true,
  });
});

it("SHELL-11 a choice is stored, and comes before the system's setting", () => {
  const shared = createSharedStorage();
  createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: true, wide: true }).set({
    dark: false,
    locale: "fr-CA",
    railFolded: true,
  });
  expect(shared.entries.get("callpanel_dark")).toBe("false");
  expect(
    createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: true, wide: true }).get(),
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
    createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: false, wide: true }).get().locale,
  ).toBe("en-US");
});

it("SHELL-11 on a narrow screen the dock starts closed, because it would cover the page", () => {
  const shared = createSharedStorage();
  shared.entries.set("callpanel_dock_opened", "true");
  expect(
    createPreferences({ storage: shared.tab(), companyLocale: "en-US", systemDark: false, wide: false }).get()
      .dockOpened,
  ).toBe(false);
});
