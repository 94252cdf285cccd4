import type { ReactNode } from "react";
import { SERVICE_PATHS } from "../../shared/routes.ts";
import { AppFrame } from "./AppFrame.tsx";
import type { Panel } from "../compose.ts";
import { LoginPage } from "../pages/LoginPage.tsx";
import type { PanelRouterDeps } from "../router.tsx";
import { returnOf } from "./returnPath.ts";
import type { routedAfterSignIn, routedPanel } from "./routedPanel.tsx";

interface Routed {
  readonly routedPanel: typeof routedPanel;
  readonly routedAfterSignIn: typeof routedAfterSignIn;
}

export interface OpenFirstViewDeps {
  readonly routes: PanelRouterDeps;
  readonly loadRouted: () => Promise<Routed>;
  readonly place: Pick<Location, "pathname" | "search" | "replace">;
  readonly rename: (path: string) => void;
  readonly show: (view: ReactNode) => void;
}

/** SHELL-36: shows the first view of the panel; after a sign-in that began without routes, the panel with them. */
export async function openFirstView({ routes, loadRouted, place, rename, show }: OpenFirstViewDeps): Promise<void> {
  const { panel, supported } = routes;
  const returnTo = supported ? signInFirst(panel, place) : null;
  if (returnTo === null) return show((await loadRouted()).routedPanel(routes));
  if (place.pathname !== SERVICE_PATHS.login) rename(SERVICE_PATHS.login);
  let entered = false;
  const enter = () => {
    if (entered) return;
    entered = true;
    loadRouted().then(
      (routed) => show(routed.routedAfterSignIn(routes, returnTo)),
      // There is a new build, or no network: the page shows which when it is loaded again.
      () => place.replace(returnTo),
    );
  };
  show(
    <AppFrame panel={panel} onSession={enter}>
      <LoginPage panel={panel} returnTo={returnTo} onSignedIn={enter} />
    </AppFrame>,
  );
  // While the person types.
  if (!panel.savesData()) panel.whenIdle(() => void loadRouted().catch(() => undefined));
}

/** @returns where the sign-in leads to, where the sign-in page alone is the first view; null: the routes decide */
export function signInFirst(
  { embedded, session }: Pick<Panel, "embedded" | "session">,
  { pathname, search }: Pick<Location, "pathname" | "search">,
): string | null {
  if (embedded || session.state.get().phase === "signed-in") return null;
  if (pathname === SERVICE_PATHS.login) return returnOf(search);
  return pathname === "/" && search === "" ? "/" : null;
}
