import type { Readable } from "@callpanel/ui/store";
import { useSyncExternalStore } from "react";

// The panel's stores and those of the design system's players have the same type.
export { createStore } from "@callpanel/ui/store";
export type { Readable, Store } from "@callpanel/ui/store";

/** The snapshot of a store in a component, which renders again when it changes. */
export function useSnapshot<State>(store: Readable<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
