import { useMemo } from "react";
import { usePanel } from "../panel.ts";

/** Calls a number that the panel shows, by the person's click-to-dial setting; null for a person who may not call. */
export function useDial(): ((number: string) => void) | null {
  const { viewer, clickToDial } = usePanel();
  const { softphone, ctdRead } = viewer.flags;
  return useMemo(
    () => (softphone || ctdRead ? (number) => void clickToDial.call(number) : null),
    [softphone, ctdRead, clickToDial],
  );
}
