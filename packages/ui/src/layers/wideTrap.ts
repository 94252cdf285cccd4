import { useEffect } from "react";
import { useAnythingAbove } from "./aboveDialogs.ts";

/** Extends the focus trap of a dialog to the parts that are usable above it. @param dialog null while it is not rendered */
export function useWideTrap(dialog: HTMLElement | null): void {
  const wide = useAnythingAbove();
  useEffect(() => {
    if (!wide || dialog === null) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || !isTopmost(dialog)) return;
      const next = stepAcross(dialog, event.shiftKey);
      if (next === null) return;
      event.preventDefault();
      // The dialog's own trap would move the focus back.
      event.stopPropagation();
      next.focus();
    };
    // The rest of the page is available to screen readers again.
    dialog.setAttribute("aria-modal", "false");
    document.addEventListener("keydown", press, true);
    return () => {
      dialog.setAttribute("aria-modal", "true");
      document.removeEventListener("keydown", press, true);
    };
  }, [wide, dialog]);
}

const isTopmost = (dialog: HTMLElement): boolean => [...document.querySelectorAll("[aria-modal]")].at(-1) === dialog;

/** The target of Tab from the focused element; null if the browser or the dialog's own trap handles it. */
function stepAcross(dialog: HTMLElement, backwards: boolean): HTMLElement | null {
  const inside = tabStops(dialog);
  const outside = [...document.querySelectorAll("[data-above-dialogs]")].flatMap(tabStops);
  const ring = [...inside, ...outside];
  const at = ring.findIndex((one) => one === document.activeElement);
  const next = ring.at((at + (backwards ? -1 : 1)) % ring.length);
  if (at < 0 || next === undefined) return null;
  return at < inside.length && inside.includes(next) ? null : next;
}

const STOPS = "a[href], button, input, select, textarea, [tabindex]";

const tabStops = (place: Element): readonly HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(STOPS)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && isDrawn(one),
  );

/** Without a layout, in tests, every element counts as visible. */
const isDrawn = (element: HTMLElement): boolean => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
