import { UiProvider } from "@callpanel/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { useComposedPanel } from "../panelContext.ts";
import { createWorkplace } from "../workplace.ts";
import { StartUpGate } from "./StartUpGate.tsx";

/** Everything behind the sign-in: starts when it is shown, ends when it is left. */
export function WorkplaceRoute() {
  const panel = useComposedPanel();
  const [workplace] = useState(() => createWorkplace(panel));
  const { dark } = useSnapshot(panel.preferences);
  useEffect(() => workplace.start(), [workplace]);
  return (
    <UiProvider scheme={dark ? "dark" : "light"}>
      <QueryClientProvider client={workplace.queryClient}>
        <StartUpGate workplace={workplace} />
      </QueryClientProvider>
    </UiProvider>
  );
}
