import { Suspense } from "react";
import { LazyThreeWayDialog, LazyTransferDialog } from "../lazyParts.ts";
import { usePhone, useSoftphoneState } from "../softphone.context.ts";

/** The dialogs about a call, over the page. */
export function CallDialogLayer() {
  const { calls } = usePhone();
  const { dialog } = useSoftphoneState();
  const call = calls.find(({ id }) => id === dialog?.callId);
  if (!dialog || !call) return null;
  return (
    <Suspense fallback={null}>
      {dialog.kind === "transfer" ? (
        <LazyTransferDialog.Part key={call.id} call={call} />
      ) : (
        <LazyThreeWayDialog.Part key={call.id} call={call} />
      )}
    </Suspense>
  );
}
