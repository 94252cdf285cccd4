import { RouterProvider } from "@tanstack/react-router";
import { useCallback } from "react";
import { AppFrame } from "./AppFrame.tsx";
import type { Panel } from "../compose.ts";
import type { PanelRouter } from "../router.tsx";

export interface AppProps {
  readonly panel: Panel;
  readonly router: PanelRouter;
}

/** The panel with its routes. Their guards check the session: a sign-out here or in another tab redirects to the sign-in page. */
export function App({ panel, router }: AppProps) {
  const recheck = useCallback(() => void router.invalidate(), [router]);
  return (
    <AppFrame panel={panel} onSession={recheck}>
      <RouterProvider router={router} />
    </AppFrame>
  );
}
