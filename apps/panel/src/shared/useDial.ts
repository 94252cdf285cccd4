import { useMemo } from "react";
import { usePanel } from "./panel.ts";

/** Calls a number with the softphone; null for whoever has none. */
export function useDial(): ((number: string) => void) | null {
  const { viewer, softphone, dock } = usePanel();
  const { softphone: hasPhone } = viewer.flags;
  return useMemo(
    () =>
      hasPhone
        ? (number) => {
            const slot = softphone.get();
            if (slot.kind !== "ready") return;
            dock.open();
            slot.softphone.dial(number);
          }
        : null,
    [hasPhone, softphone, dock],
  );
}
