import { lazy, useState } from "react";
import type { ComponentType } from "react";

/** A part of the page whose code is not needed at first. */
export interface LatePart<Props extends object> {
  /** Drawn at once where the code is there; else it suspends until it is. */
  readonly Part: ComponentType<Props>;
  /** Fetches the code before somebody wants the part. A failure is tried again when it is wanted. */
  preload(): Promise<void>;
}

export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await fetchPart() }));
  return {
    Part(props) {
      // The same for as long as it is drawn: another component would lose what the person has typed.
      const [Drawn] = useState(() => loaded ?? Waiting);
      return <Drawn {...props} />;
    },
    preload: async () => void (await fetchPart()),
  };
}
