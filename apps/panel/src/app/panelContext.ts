import { createContext, useContext } from "react";
import type { Panel } from "./compose.ts";

export const ComposedPanelContext = createContext<Panel | null>(null);

/** The composed panel, for the shell's own parts. Features use `usePanel`. */
export function useComposedPanel(): Panel {
  const panel = useContext(ComposedPanelContext);
  if (panel === null) throw new Error("useComposedPanel outside of the app");
  return panel;
}
