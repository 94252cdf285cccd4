/** Keyboard shortcuts of features (`Softphone.shortcuts`): the shell lists them under `?` and attaches them to the page. */
import type { Words } from "./words/words.ts";

export interface Shortcut {
  readonly id: string;
  /** A letter pressed with Alt and Shift: plain letters would fire by accident (WCAG 2.1.4), Ctrl and Alt alone belong to browsers. */
  readonly letter: string;
  readonly label: (words: Words) => string;
  readonly run: () => void;
}

/** The relevant part of a keyboard event; `code` names the key, even if Alt changes the character. */
export interface KeyPress {
  readonly code: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
}

/** The shortcut that was pressed; undefined while a person types. */
export function shortcutOf(
  shortcuts: readonly Shortcut[],
  press: KeyPress,
  typing: "typing" | "free",
): Shortcut | undefined {
  if (typing === "typing" || press.repeat || !press.altKey || !press.shiftKey || press.ctrlKey || press.metaKey)
    return undefined;
  return shortcuts.find(({ letter }) => press.code === `Key${letter}`);
}

/** On a text field in which Alt and Shift with a letter write nothing of use: shortcuts work there. */
export const TAKES_SHORTCUTS = { "data-takes-shortcuts": "" } as const;

/** Whether the focused element accepts text: shortcuts are off there. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["button", "checkbox", "radio", "range"].includes(target.type);
}

/** @returns a stop function */
export function joinShortcuts(page: Document, shortcuts: readonly Shortcut[]): () => void {
  const press = (event: KeyboardEvent) => {
    const isOff = isTypingIn(event.target) && !takesShortcuts(event.target);
    const typing = isOff ? "typing" : "free";
    const found = shortcutOf(shortcuts, event, typing);
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  page.addEventListener("keydown", press);
  return () => page.removeEventListener("keydown", press);
}

const takesShortcuts = (target: EventTarget | null): boolean =>
  target instanceof Element && target.hasAttribute("data-takes-shortcuts");
