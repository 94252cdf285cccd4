import type { CallSnapshot } from "@callpanel/webphone";
import { useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { isTypingIn } from "../../../shared/shortcuts.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { isTelephoneKey, isListening } from "../softphone.model.ts";
import { useCallFocus } from "./useCallFocus.ts";
import styles from "./CallGroup.module.css";

export interface CallGroupProps {
  readonly call: CallSnapshot;
  readonly peer: string;
  /** How much of the call is shown. */
  readonly form: "offer" | "card" | "line" | "bar" | "mini";
  readonly children: ReactNode;
}

/** The group element of one call: its accessible name is the peer, its colour is the state. */
export function CallGroup({ call, peer, form, children }: CallGroupProps) {
  const t = useWords(callMessages);
  const box = useRef<HTMLFieldSetElement>(null);
  const { actions } = useSoftphone();
  const isPadOpen = useSoftphoneState().padCallId === call.id;
  useCallFocus(box, call, form);
  // SOFT-80: digits are for the call that has the focus; its pad opens and shows them.
  const press = (event: KeyboardEvent) => {
    const isFree = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((form !== "card" && form !== "mini") || !isFree || !isTelephoneKey(event.key)) return;
    if (call.state !== "answered" || isListening(call)) return;
    // A note about the caller is no dialling.
    if (event.target instanceof Element && isTypingIn(event.target)) return;
    event.preventDefault();
    if (!isPadOpen) actions.toggleCallPad(call.id);
    actions.sendDigit(call.id, event.key);
  };
  return (
    // The keys are the numbers that are typed; each of them has its button on the dial pad.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={box}
      className={styles.call}
      tabIndex={-1}
      aria-label={t("softphone.call.group", { peer })}
      data-state={call.visual}
      data-form={form}
      onKeyDown={press}
    >
      {children}
    </fieldset>
  );
}
