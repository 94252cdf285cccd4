import { lazy, Suspense } from "react";
import { useService } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { WELCOME } from "../../shared/welcome.ts";

const WelcomeDialog = lazy(async () => ({ default: (await import("./WelcomeDialog.tsx")).WelcomeDialog }));

/** The walk while it is open; its code is loaded then. */
export function WelcomeLayer() {
  const { isOpen } = useSnapshot(useService(WELCOME));
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <WelcomeDialog />
    </Suspense>
  );
}
