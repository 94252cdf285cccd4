import type { CallSnapshot } from "@callpanel/webphone";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import styles from "./CallGroup.module.css";

export interface CallGroupProps {
  readonly call: CallSnapshot;
  readonly peer: string;
  /** How much of the call is drawn; when it changes, the focus stays in the group. */
  readonly form: "offer" | "card" | "line" | "bar";
  readonly children: ReactNode;
}

/** One call, named by its peer, with its state on it. */
export function CallGroup({ call, peer, form, children }: CallGroupProps) {
  const t = useWords(softphoneMessages);
  const box = useRef<HTMLFieldSetElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const group = box.current;
    if (!group) return undefined;
    const enter = () => {
      hadFocus.current = true;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      hadFocus.current = relatedTarget instanceof Node && group.contains(relatedTarget);
    };
    group.addEventListener("focusin", enter);
    group.addEventListener("focusout", leave);
    return () => {
      group.removeEventListener("focusin", enter);
      group.removeEventListener("focusout", leave);
    };
  }, []);
  useEffect(() => {
    // The button that had the focus may be gone (Accept, after it was pressed): a keyboard must not start over at the top.
    if (hadFocus.current && document.activeElement === document.body) box.current?.focus();
  }, [form]);
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
