import type { Panel } from "./compose.ts";
import type { PanelRouter } from "./router.tsx";

/** Keeps the document and the routes in step with preferences and session. @returns a stop function */
export function joinDocument(panel: Panel, router: PanelRouter): () => void {
  const root = document.documentElement;
  const dress = () => {
    const { dark, locale } = panel.preferences.get();
    root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
    panel.words.use(locale).catch(() => panel.notices.error(panel.words.get().error("server.unreachable")));
  };
  const speak = () => root.setAttribute("lang", panel.words.get().locale);
  // The guards check the session: a sign-out here or in another tab redirects to the sign-in page.
  let phase = panel.session.state.get().phase;
  const guard = () => {
    const before = phase;
    phase = panel.session.state.get().phase;
    if (phase !== before) void router.invalidate();
  };
  dress();
  speak();
  const stops = [
    panel.preferences.subscribe(dress),
    panel.words.subscribe(speak),
    panel.session.state.subscribe(guard),
    panel.session.watchTabs(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
