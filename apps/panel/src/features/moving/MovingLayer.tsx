import { lazy, Suspense } from "react";
import { useService } from "../../shared/panel.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { useSnapshot } from "../../shared/store.ts";

const MoveStrip = lazy(async () => ({ default: (await import("./MoveStrip.tsx")).MoveStrip }));
const MoveDialog = lazy(async () => ({ default: (await import("./MoveDialog.tsx")).MoveDialog }));

/** The layer over every page while a call is being moved. */
export function MovingLayer() {
  const state = useSnapshot(useService(MOVING));
  if (state.phase === "idle") return null;
  return (
    <Suspense fallback={null}>
      {state.phase === "carried" ? <MoveStrip taken={state.taken} /> : <MoveDialog taken={state.taken} />}
    </Suspense>
  );
}
