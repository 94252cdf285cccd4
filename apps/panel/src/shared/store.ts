import type { Readable } from "@callpanel/ui/store";
import { useSyncExternalStore } from "react";

// The panel's stores and those of the design system's players are one kind.
export { createStore } from "@callpanel/ui/store";
export type { Readable, Store } from "@callpanel/ui/store";

/** The store's snapshot in a component, drawn again when it changes. */
export function useSnapshot<State>(store: Readable<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
