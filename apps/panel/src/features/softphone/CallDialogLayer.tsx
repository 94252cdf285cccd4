import { Suspense } from "react";
import { LateThreeWayDialog, LateTransferDialog } from "./late.ts";
import { usePhone, useSoftphoneState } from "./softphone.context.ts";

/** The dialogs about a call, over the page. */
export function CallDialogLayer() {
  const { calls } = usePhone();
  const { dialog } = useSoftphoneState();
  const call = calls.find(({ id }) => id === dialog?.callId);
  if (!dialog || !call) return null;
  return (
    <Suspense fallback={null}>
      {dialog.kind === "transfer" ? (
        <LateTransferDialog.Part key={call.id} call={call} />
      ) : (
        <LateThreeWayDialog.Part key={call.id} call={call} />
      )}
    </Suspense>
  );
}
