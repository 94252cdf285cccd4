import type { CallSnapshot } from "@callpanel/webphone";
import { useLayoutEffect, useRef } from "react";
import { useWords } from "../../../../shared/words/useWords.ts";
import { DialPad } from "../../dial/DialPad.tsx";
import { useSoftphone } from "../../softphone.context.ts";
import { callMessages } from "../../call.messages.ts";
import styles from "./CallDialPad.module.css";

/** The digits of a call, sent and received, and the keys that send more. */
export function CallDialPad({ call, isOpen }: { readonly call: CallSnapshot; readonly isOpen: boolean }) {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    // The person opened the pad to press digits, so the keyboard's digits count from now on. The focus scrolls only on a
    // screen that is too small for the call and the keys.
    box.current?.querySelector<HTMLElement>("[role=grid]")?.focus();
  }, [isOpen]);
  const send = (key: string) => actions.sendDigit(call.id, key);
  return (
    <div ref={box} className={styles.area}>
      <dl className={styles.line}>
        {call.digitsSent === "" && call.digitsReceived === "" ? (
          <dt className={styles.hint}>{t("softphone.call.typeDigits")}</dt>
        ) : null}
        <Digits label={t("softphone.call.sent")} digits={isOpen ? call.digitsSent : ""} mark="sent" />
        <Digits label={t("softphone.call.received")} digits={call.digitsReceived} mark="received" />
      </dl>
      {isOpen ? <DialPad compact onKey={send} onEnter={() => send("#")} /> : null}
    </div>
  );
}

function Digits({
  label,
  digits,
  mark,
}: {
  readonly label: string;
  readonly digits: string;
  readonly mark: "sent" | "received";
}) {
  if (digits === "") return null;
  return (
    <div className={styles.digits} data-digits={mark}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.figures}>
        <bdi dir="ltr">{digits}</bdi>
      </dd>
    </div>
  );
}
