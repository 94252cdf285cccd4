import type { Panel } from "../compose.ts";

/** Keeps the document in step with the preferences, and reports each sign-in and sign-out. @returns a stop function */
export function joinDocument(panel: Panel, onSession: () => void): () => void {
  const root = document.documentElement;
  const dress = () => {
    const { dark, locale } = panel.preferences.get();
    root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
    panel.words.use(locale).catch(() => panel.notices.error(panel.words.get().error("server.unreachable")));
  };
  const speak = () => root.setAttribute("lang", panel.words.get().locale);
  let phase = panel.session.state.get().phase;
  const guard = () => {
    const before = phase;
    phase = panel.session.state.get().phase;
    if (phase !== before) onSession();
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
