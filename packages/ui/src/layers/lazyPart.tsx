import { lazy, useState } from "react";
import type { ComponentType } from "react";

/** A lazy part of the page. */
export interface LazyPart<Props extends object> {
  /** Renders immediately if the code is loaded; otherwise it suspends until it is. */
  readonly Part: ComponentType<Props>;
  /** Loads the code before the part is needed. After a failure, rendering the part tries again. */
  preload(): Promise<void>;
  /** Whether the code is loaded. */
  isReady(): boolean;
}

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await fetchPart() }));
  return {
    Part(props) {
      // The same component while it is mounted: another one would lose the typed text.
      const [Drawn] = useState(() => loaded ?? Waiting);
      return <Drawn {...props} />;
    },
    preload: async () => void (await fetchPart()),
    isReady: () => loaded !== null,
  };
}
