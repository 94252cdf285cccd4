import type { Panel } from "../compose.ts";

const PLATFORM_NAME = "Callpanel";

/** What the frame of the pages outside of the shell needs. */
export function cardOf(panel: Panel) {
  return {
    platformName: PLATFORM_NAME,
    version: panel.version,
    onLocale: (locale: Parameters<Panel["words"]["use"]>[0]) => panel.preferences.set({ locale }),
  };
}
