import { useEffect, useSyncExternalStore } from "react";
import type { Webphone } from "@callpanel/webphone";
import { PhonePage } from "../parts/PhonePage.tsx";
import { CheckSection } from "./CheckSection.tsx";

/** The check of calls alone, outside of the settings. */
export function PhoneCheck({ onGood }: { readonly onGood: () => void }) {
  return (
    <PhonePage>
      {({ phone }, onRefusal) => (
        <>
          <CheckSection phone={phone} onRefusal={onRefusal} />
          <GoodCheck phone={phone} onGood={onGood} />
        </>
      )}
    </PhonePage>
  );
}

function GoodCheck({ phone, onGood }: { readonly phone: Webphone; readonly onGood: () => void }) {
  const { check } = useSyncExternalStore(phone.subscribe, phone.getSnapshot);
  const isGood = check?.phase === "good" || check?.phase === "poor";
  useEffect(() => {
    if (isGood) onGood();
  }, [isGood, onGood]);
  return null;
}
