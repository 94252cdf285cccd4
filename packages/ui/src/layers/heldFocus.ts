import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useAnythingAbove } from "./aboveDialogs.ts";

/**
 * The focus of a dialog, from the moment it is in the page: a key that is pressed then is for the dialog. Tab keeps it inside, and when the dialog closes, it
 * returns to where it was. @param dialog null while it is not rendered
 */
export function useHeldFocus(dialog: HTMLElement | null): void {
  useFocusTaken(dialog);
  useTabKept(dialog);
}

/** For what is shown over the page: it takes the focus before it is painted, and returns it. */
export function useFocusTaken(part: HTMLElement | null): void {
  const last = useRef<Element | null>(null);
  // Noted before anything of it is in the page: a field of it may take the focus itself.
  const [before] = useState(focusedButton);
  useLayoutEffect(() => {
    if (part === null) return undefined;
    const note = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null;
    };
    part.addEventListener("focusin", note);
    if (!part.contains(document.activeElement))
      (part.querySelector<HTMLElement>("[data-autofocus]") ?? firstStop(part) ?? part).focus({ preventScroll: true });
    return () => {
      part.removeEventListener("focusin", note);
      const { activeElement } = document;
      // A field that the user chose meanwhile keeps it.
      if (activeElement !== document.body && !part.contains(activeElement)) return;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [part, before]);
  // It shows something else now, and the focused field is gone. While the focus moves to another field, nothing has it either.
  useLayoutEffect(() => {
    if (part === null || document.activeElement !== document.body) return;
    if (part.contains(last.current) && last.current?.matches(":disabled") !== true) return;
    (part.querySelector<HTMLElement>("[data-autofocus]") ?? part).focus();
  });
}

/** What has the focus; where that is the item of a menu, which closes, the button of the menu. */
function focusedButton(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : activeElement;
}

function useTabKept(dialog: HTMLElement | null): void {
  const wide = useAnythingAbove();
  useEffect(() => {
    if (!wide || dialog === null) return undefined;
    // The rest of the page is available to screen readers again.
    dialog.setAttribute("aria-modal", "false");
    return () => dialog.setAttribute("aria-modal", "true");
  }, [wide, dialog]);
  useLayoutEffect(() => {
    if (dialog === null) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || event.defaultPrevented || !isTopDialog(dialog)) return;
      const next = stepAcross(dialog, event.shiftKey);
      if (next === null) return;
      if (hasOwnStops(document.activeElement)) {
        setTimeout(() => {
          if (dialog.isConnected && !dialog.contains(document.activeElement)) next.focus();
        });
        return;
      }
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [dialog]);
}

/** Whether no other dialog is over this one. */
export const isTopDialog = (dialog: HTMLElement): boolean =>
  [...document.querySelectorAll("[aria-modal]")].at(-1) === dialog;

/** The target of Tab from the focused element; null if the browser's own is right: in the middle of the dialog, and in a menu of it, which is drawn elsewhere. */
function stepAcross(dialog: HTMLElement, backwards: boolean): HTMLElement | null {
  const { activeElement } = document;
  const inside = tabStops(dialog);
  const outside = [...document.querySelectorAll("[data-above-dialogs]")].flatMap(tabStops);
  const ring = [...inside, ...outside];
  const at = ring.findIndex((one) => one === activeElement);
  if (at < 0) {
    if (activeElement !== document.body && !dialog.contains(activeElement)) return null;
    return ring.at(nextInOrder(inside, activeElement, backwards)) ?? null;
  }
  const to = at + (backwards ? -1 : 1);
  const isNatural = at < inside.length && inside[to] !== undefined;
  return isNatural ? null : (ring.at(to % ring.length) ?? null);
}

/** Where Tab leads from an element that is no stop itself, such as the dialog or a text that was clicked. */
function nextInOrder(stops: readonly HTMLElement[], from: Element | null, backwards: boolean): number {
  const isAfter = (one: HTMLElement): boolean =>
    ((from ?? document.body).compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const first = stops.findIndex(isAfter);
  const after = first < 0 ? stops.length : first;
  if (!backwards) return after === stops.length ? 0 : after;
  const contained = from !== null && stops[after] !== undefined && from.contains(stops[after]);
  return contained ? -1 : after - 1;
}

const STOPS = "a[href], button, input, select, textarea, [tabindex]";

const tabStops = (place: Element): readonly HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(STOPS)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled, [type=hidden]") && isDrawn(one) && isStopOfItsGroup(one),
  );

/** The first field that can be changed; what only shows something has its close button first. */
function firstStop(part: HTMLElement): HTMLElement | undefined {
  const stops = tabStops(part);
  return stops.find((one) => one.matches("input:not([readonly]), select, textarea:not([readonly])")) ?? stops[0];
}

/** A group of radio buttons is one stop: the one that has the focus, else the chosen one, else the first. */
function isStopOfItsGroup(one: HTMLElement): boolean {
  if (!(one instanceof HTMLInputElement) || one.type !== "radio" || one.name === "") return true;
  const group = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
    ({ name, form }) => name === one.name && form === one.form,
  );
  const stop = group.find((radio) => radio === document.activeElement) ?? group.find(({ checked }) => checked);
  return (stop ?? group[0]) === one;
}

/** Tab moves first within such a field, and only the browser knows when it leaves it. */
const hasOwnStops = (element: Element | null): boolean =>
  element?.matches("[type=date], [type=time], [type=datetime-local], [type=month], [type=week]") === true;

/** Without a layout, in tests, every element counts as visible. */
const isDrawn = (element: HTMLElement): boolean => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
