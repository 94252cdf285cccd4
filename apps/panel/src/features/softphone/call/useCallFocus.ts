import type { CallSnapshot } from "@callpanel/webphone";
import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { isTypingIn } from "../../../shared/shortcuts.ts";
import { DIAL_FIELD_MARK } from "../page/browserPage.ts";
import { useSoftphone, useSoftphoneState } from "../softphone.context.ts";

/**
 * SOFT-80: the open call takes the focus when the person has dialled it, or when its button that had the focus was removed
 * (Accept, Unhold). When it ends, the focus goes to the call that is open then, else back to where the person dialled, else to the dial
 * field.
 */
export function useCallFocus(box: RefObject<HTMLElement | null>, { id }: CallSnapshot, form: string): void {
  const { phone, placeOfDock, store } = useSoftphone();
  const { chosenCallId, focusCallId } = useSoftphoneState();
  const isChosen = chosenCallId === id;
  const isWanted = focusCallId === id;
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (form !== "card" || box.current === null) return;
    if (isWanted) {
      store.dispatch({ type: "callFocused" });
      if (isElsewhere(active)) return;
      before.current = active;
    } else if (!isChosen || active !== document.body) return;
    box.current.focus();
  }, [box, form, isChosen, isWanted, store]);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      const hasEnded = phone.getSnapshot().calls.every((call) => call.id !== id);
      if (!hasEnded || !element?.contains(document.activeElement)) return;
      const other = document.querySelector<HTMLElement>("fieldset[data-form=card]");
      if (other !== null && other !== element) return other.focus();
      // On a small screen the focus would open the keyboard.
      if (placeOfDock() === "full") return;
      const back = before.current;
      if (back instanceof HTMLElement && back !== document.body && back.isConnected) back.focus();
      else document.querySelector<HTMLElement>(`[${DIAL_FIELD_MARK}]`)?.focus();
    };
  }, [box, id, phone, placeOfDock]);
}

/** The person types something else, or a dialog has the focus. */
export function isElsewhere(active: Element | null): boolean {
  if (active === null) return false;
  return (isTypingIn(active) && !active.hasAttribute(DIAL_FIELD_MARK)) || active.closest("[role=dialog]") !== null;
}
