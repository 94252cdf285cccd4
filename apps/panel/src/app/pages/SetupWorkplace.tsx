import { LoadingBlock } from "@callpanel/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { PanelContext } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useComposedPanel } from "../panelContext.ts";
import { createWorkplace } from "../workplace.ts";

/** What a signed-in person's pages need, for parts of them in the first run: it starts here and stops when it is left. */
export function SetupWorkplace({ children }: { readonly children: ReactNode }) {
  const panel = useComposedPanel();
  const [workplace] = useState(() => createWorkplace(panel));
  useEffect(() => workplace.start(), [workplace]);
  const { viewer } = useSnapshot(workplace.startUp);
  const services = useMemo(() => (viewer === null ? null : workplace.servicesFor(viewer)), [viewer, workplace]);
  if (services === null) return <LoadingBlock height={120} />;
  return (
    <QueryClientProvider client={workplace.queryClient}>
      <PanelContext value={services}>
        <Suspense fallback={<LoadingBlock height={120} />}>{children}</Suspense>
      </PanelContext>
    </QueryClientProvider>
  );
}
