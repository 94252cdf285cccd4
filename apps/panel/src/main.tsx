import "@callpanel/ui/tokens.css";
import { runtimeConfigSchema } from "@callpanel/contract";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { composePanel } from "./app/compose.ts";
import { openFirstView } from "./app/opening/openFirstView.tsx";
import { identityOf } from "./adapters/browser/browser.ts";
import { isSupportedBrowser } from "./features/session/index.ts";

const loadRouted = () => import("./app/opening/routedPanel.tsx");
const loadWorkplace = () => import("./app/shell/WorkplaceRoute.tsx");
const loadFeatures = async () => (await import("./app/features.ts")).FEATURES;

/** Starts the panel after its run-time settings are loaded; without them it shows an error. */
async function start(place: HTMLElement): Promise<void> {
  const answer = await fetch("/config.json", { credentials: "same-origin" });
  const config = runtimeConfigSchema.parse(await answer.json());
  const panel = composePanel({ window, config, version: __PANEL_VERSION__ });
  if (panel.session.state.get().phase === "signed-in") {
    // Beside the language and the check of the browser.
    for (const load of [loadRouted, loadWorkplace]) load().catch(() => undefined);
  }
  const [supported] = await Promise.all([
    isSupportedBrowser(identityOf(navigator), panel),
    // Load the person's language before the first text is rendered; if the catalogue fails to load, en-US is used.
    panel.words.use(panel.preferences.get().locale).catch(() => undefined),
  ]);
  const root = createRoot(place);
  await openFirstView({
    routes: { panel, loadFeatures, supported },
    loadRouted,
    place: window.location,
    rename: (path) => window.history.replaceState(null, "", path),
    // As a transition, React renders in slices, so that the page stays responsive.
    show: (view) => startTransition(() => root.render(view)),
  });
  void panel.branding.load();
  if (config.error_reporting !== null || config.analytics !== null) await panel.startReporting();
}

const place = document.getElementById("panel");
if (place) {
  start(place).catch(() => {
    place.setAttribute("role", "alert");
    place.textContent = "The server cannot be reached. Reload the page to try again.";
  });
}
