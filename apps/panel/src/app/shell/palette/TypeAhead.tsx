import { useEffect } from "react";
import type { TypedAhead } from "./typedAhead.ts";

export interface TypeAheadProps {
  readonly typed: TypedAhead;
  readonly onClose: () => void;
}

/** Takes the keys that are meant for the palette until it is there: none is lost, and none does something on the page below. */
export function TypeAhead({ typed, onClose }: TypeAheadProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") onClose();
      else if (!typed.press(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    typed.clear();
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, [typed, onClose]);
  return null;
}
