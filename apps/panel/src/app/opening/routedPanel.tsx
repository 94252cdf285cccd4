import { createBrowserHistory } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { App } from "./App.tsx";
import { landingState } from "../landing.ts";
import { createPanelRouter } from "../router.tsx";
import type { PanelRouterDeps } from "../router.tsx";

/** The panel with its routes, at the address of the page. */
export const routedPanel = (deps: PanelRouterDeps): ReactNode => (
  <App panel={deps.panel} router={createPanelRouter(deps)} />
);

/** The same after a sign-in on a page without routes, at the address that the sign-in leads to. */
export function routedAfterSignIn(deps: PanelRouterDeps, returnTo: string): ReactNode {
  const history = createBrowserHistory();
  history.replace(returnTo, landingState(returnTo));
  return routedPanel({ ...deps, history });
}
