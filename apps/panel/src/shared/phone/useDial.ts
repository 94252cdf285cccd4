import { useMemo } from "react";
import { usePanel, useService } from "../panel.ts";
import { CLICK_TO_DIAL } from "./clickToDial.ts";

/** Calls a number that the panel shows, by the person's click-to-dial setting; null for a person who may not call. */
export function useDial(): ((number: string) => void) | null {
  const { viewer } = usePanel();
  const clickToDial = useService(CLICK_TO_DIAL);
  const { softphone, ctdRead } = viewer.flags;
  return useMemo(
    () => (softphone || ctdRead ? (number) => void clickToDial.call(number) : null),
    [softphone, ctdRead, clickToDial],
  );
}
