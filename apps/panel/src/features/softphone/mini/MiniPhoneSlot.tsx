import { Suspense } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { LazyMiniPhone } from "../lazyParts.ts";
import { useSoftphone } from "../softphone.context.ts";

/** The small window over all others, while it is open. */
export function MiniPhoneSlot() {
  const place = useSnapshot(useSoftphone().mini);
  return place === null ? null : (
    <Suspense fallback={null}>
      <LazyMiniPhone.Part place={place} />
    </Suspense>
  );
}
