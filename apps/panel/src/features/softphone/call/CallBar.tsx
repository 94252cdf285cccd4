import { Suspense } from "react";
import { LazyCallBarLine } from "../lazyParts.ts";
import { usePhone, useSoftphoneState } from "../softphone.context.ts";
import { isOffered, openCallOf } from "../softphone.model.ts";

/** The call in progress at the foot of the page, shown while the dock is closed (ux.md: a call never disappears). */
export function CallBar({ onOpen }: { readonly onOpen: () => void }) {
  const { calls } = usePhone();
  const { chosenCallId } = useSoftphoneState();
  const call = openCallOf(calls, chosenCallId);
  if (!call) return null;
  const otherCount = calls.filter((one) => one !== call && !isOffered(one)).length;
  return (
    <Suspense fallback={null}>
      <LazyCallBarLine.Part key={call.id} call={call} otherCount={otherCount} onOpen={onOpen} />
    </Suspense>
  );
}
