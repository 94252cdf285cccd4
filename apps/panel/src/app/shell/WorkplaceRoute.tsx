import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useComposedPanel } from "../panelContext.ts";
import { createWorkplace } from "../workplace.ts";
import { StartUpGate } from "./StartUpGate.tsx";

/** Everything after the sign-in: starts when this route is opened, stops when it is left. */
export function WorkplaceRoute() {
  const panel = useComposedPanel();
  const [workplace] = useState(() => createWorkplace(panel));
  useEffect(() => workplace.start(), [workplace]);
  const router = useRouter();
  useEffect(() => router.subscribe("onBeforeRouteMount", workplace.onPageChange), [router, workplace]);
  return (
    <QueryClientProvider client={workplace.queryClient}>
      <StartUpGate workplace={workplace} />
    </QueryClientProvider>
  );
}
