import { useSnapshot } from "../../shared/store.ts";
import type { Panel } from "../compose.ts";

/** The props for the frame of the pages outside of the shell. */
export function useCard(panel: Panel) {
  const { platformName, logo } = useSnapshot(panel.branding);
  return {
    platformName,
    logo,
    version: panel.version,
    onLocale: (locale: Parameters<Panel["words"]["use"]>[0]) => panel.preferences.set({ locale }),
  };
}
