import type { CallSnapshot } from "@callpanel/webphone";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphoneState } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import styles from "./CallGroup.module.css";

export interface CallGroupProps {
  readonly call: CallSnapshot;
  readonly peer: string;
  /** How much of the call is shown. */
  readonly form: "offer" | "card" | "line" | "bar";
  readonly children: ReactNode;
}

/** The group element of one call: its accessible name is the peer, its colour is the state. */
export function CallGroup({ call, peer, form, children }: CallGroupProps) {
  const t = useWords(softphoneMessages);
  const box = useRef<HTMLFieldSetElement>(null);
  const isChosen = useSoftphoneState().chosenCallId === call.id;
  useEffect(() => {
    // The button that had the focus was removed (Accept, Unhold): keep the focus here, not at the top of the page.
    if (isChosen && form === "card" && document.activeElement === document.body) box.current?.focus();
  }, [form, isChosen]);
  return (
    <fieldset
      ref={box}
      className={styles.call}
      tabIndex={-1}
      aria-label={t("softphone.call.group", { peer })}
      data-state={call.visual}
      data-form={form}
    >
      {children}
    </fieldset>
  );
}
