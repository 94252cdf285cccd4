import { lazy, Suspense } from "react";
import { SHARE_DESK } from "../../../shared/chat/shareDesk.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";

const ShareDialog = lazy(async () => ({ default: (await import("./ShareDialog.tsx")).ShareDialog }));

/** The dialog that shares a sound, over every page. */
export function ShareLayer() {
  const desk = useService(SHARE_DESK);
  const sound = useSnapshot(desk);
  if (sound === null) return null;
  return (
    <Suspense fallback={null}>
      <ShareDialog sound={sound} onClose={() => desk.dispatch(null)} />
    </Suspense>
  );
}
