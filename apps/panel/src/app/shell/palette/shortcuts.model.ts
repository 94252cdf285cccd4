export type Shortcut = "palette" | "shortcuts" | "search";

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly defaultPrevented: boolean;
}

/** SHELL-9: the action of a key press. Single keys do nothing while a person types or a dialog is open. */
export function shortcutOf(press: Press, target: EventTarget | null): Shortcut | null {
  if (press.defaultPrevented || press.altKey) return null;
  if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === "k" ? "palette" : null;
  if (isBusy(target)) return null;
  if (press.key === "?") return "shortcuts";
  return press.key === "/" ? "search" : null;
}

function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]") !== null
  );
}
