import { lazy, memo, Suspense, useEffect, useState } from "react";
import { useSnapshot } from "../../shared/store.ts";
import type { Workplace } from "../workplace.ts";
import { createTypedAhead } from "./palette/typedAhead.ts";
import { shortcutOf } from "./palette/shortcuts.model.ts";
import { PictureLayer } from "./PictureLayer.tsx";
import type { MenuEntry } from "./menu/useMenu.ts";

const Palette = lazy(async () => ({ default: (await import("./palette/Palette.tsx")).Palette }));
const ShortcutList = lazy(async () => ({ default: (await import("./palette/ShortcutList.tsx")).ShortcutList }));

export interface ShellLayersProps {
  readonly entries: readonly MenuEntry[];
  readonly workplace: Workplace;
}

/** The command palette, the profile picture and the list of shortcuts, loaded on first use, and the keys that open them. */
export const ShellLayers = memo(function ShellLayers({ entries, workplace }: ShellLayersProps) {
  const layer = useSnapshot(workplace.layer);
  const slot = useSnapshot(workplace.softphone);
  const [typed] = useState(createTypedAhead);
  useEffect(() => {
    // Before the page below: there single keys are shortcuts.
    const type = (event: KeyboardEvent) => {
      if (workplace.layer.get() !== "palette" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.isComposing || typed.isThere()) return;
      if (event.key === "Escape") {
        workplace.layer.dispatch("none");
        typed.reset();
      } else if (!typed.press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, event.target);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === "search") document.querySelector<HTMLInputElement>("header input[type=search]")?.focus();
      else workplace.layer.dispatch(shortcut);
    };
    document.addEventListener("keydown", type, { capture: true });
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", type, { capture: true });
      document.removeEventListener("keydown", press);
      workplace.layer.dispatch("none");
    };
  }, [workplace, typed]);
  const close = () => workplace.layer.dispatch("none");
  return (
    <Suspense fallback={null}>
      {layer === "palette" ? <Palette entries={entries} workplace={workplace} typed={typed} onClose={close} /> : null}
      <PictureLayer workplace={workplace} />
      {layer === "shortcuts" ? (
        <ShortcutList phoneShortcuts={slot.kind === "ready" ? slot.softphone.shortcuts : []} onClose={close} />
      ) : null}
    </Suspense>
  );
});
