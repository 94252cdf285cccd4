import { useEffect, useState } from "react";
import { hasPip, openPip } from "./pipWindow.ts";
import type { PipSize } from "./pipWindow.ts";

export interface Pip {
  /** Null: it is closed. */
  readonly place: Window | null;
  readonly toggle: () => void;
}

/** Null where the browser has no such windows. The window closes with the component. */
export function usePip(size: PipSize): Pip | null {
  const [place, setPlace] = useState<Window | null>(null);
  useEffect(() => () => place?.close(), [place]);
  if (!hasPip()) return null;
  return {
    place,
    toggle: () => {
      if (place === null) openPip(size, setPlace);
      else place.close();
    },
  };
}
