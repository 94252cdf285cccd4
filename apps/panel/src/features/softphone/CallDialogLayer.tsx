import { lazy, Suspense } from "react";
import { usePhone, useSoftphoneState } from "./softphone.context.ts";

const TransferDialog = lazy(async () => ({ default: (await import("./TransferDialog.tsx")).TransferDialog }));

const ThreeWayDialog = lazy(async () => ({ default: (await import("./ThreeWayDialog.tsx")).ThreeWayDialog }));

/** What is asked about a call, over the page; loaded when first asked. */
export function CallDialogLayer() {
  const { calls } = usePhone();
  const { dialog } = useSoftphoneState();
  const call = calls.find(({ id }) => id === dialog?.callId);
  if (!dialog || !call) return null;
  return (
    <Suspense fallback={null}>
      {dialog.kind === "transfer" ? (
        <TransferDialog key={call.id} call={call} />
      ) : (
        <ThreeWayDialog key={call.id} call={call} />
      )}
    </Suspense>
  );
}
