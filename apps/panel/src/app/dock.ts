import type { Dock } from "../shared/phone/softphone.ts";
import { createStore } from "../shared/store.ts";
import type { PreferencesStore } from "./preferences.store.ts";

/** How the dock was left is remembered. */
export function createDock(preferences: PreferencesStore): Dock {
  return {
    get: () => preferences.get().dockOpened,
    subscribe: preferences.subscribe,
    open: () => preferences.set({ dockOpened: true }),
    close: () => preferences.set({ dockOpened: false }),
  };
}

/** EMBED-9: embedded there is no dialer; the phone is opened for a call, and how it was left elsewhere does not count. */
export function createEmbeddedDock(): Dock {
  const store = createStore<boolean, boolean>(false, (_, next) => next);
  return {
    get: store.get,
    subscribe: store.subscribe,
    open: () => store.dispatch(true),
    close: () => store.dispatch(false),
  };
}
