import { useMemo } from "react";
import { usePanel } from "../../shared/panel.ts";
import { homeCountry } from "./form/phone.model.ts";
import type { Country } from "./form/phone.model.ts";

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

/** The country that numbers are of when they do not say. */
export const useHome = (): Country => homeCountry(usePanel().viewer.sip?.country);
