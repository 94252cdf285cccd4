import { lazy, Suspense } from "react";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { STATUS_DESK } from "./status.desk.ts";

const TextDialog = lazy(async () => ({ default: (await import("./StatusTextDialog.tsx")).StatusTextDialog }));
const KindsDialog = lazy(async () => ({ default: (await import("./StatusKindsDialog.tsx")).StatusKindsDialog }));

/** The dialogs of the status menus, over every page. */
export function StatusDialogs() {
  const desk = useService(STATUS_DESK);
  const task = useSnapshot(desk);
  if (task === null) return null;
  const close = () => desk.dispatch(null);
  return (
    <Suspense fallback={null}>
      {task === "text" ? <TextDialog onClose={close} /> : <KindsDialog onClose={close} />}
    </Suspense>
  );
}
