import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../store.ts";

/** A count that whoever is counted in is counted out of again. */
function createCount() {
  const store = createStore<number, 1 | -1>(0, (count, by) => count + by);
  return {
    isAny: () => store.get() > 0,
    subscribe: store.subscribe,
    countIn() {
      store.dispatch(1);
      return () => store.dispatch(-1);
    },
  };
}

const dialogs = createCount();
const above = createCount();

/** Counts a dialog in while it is open. */
export function useDialogCount(opened: boolean): void {
  useEffect(() => (opened ? dialogs.countIn() : undefined), [opened]);
}

/** Whether a dialog is open: what must be in sight then may have to be drawn above it. */
export const useDialogOpened = (): boolean => useSyncExternalStore(dialogs.subscribe, dialogs.isAny);

/**
 * For a part of the page that stays in use while a dialog is open, and lies above it: Tab leads from the dialog into the part
 * and back while it is `wanted`.
 * @returns what the part's element is marked with
 */
export function useAboveDialogs(wanted: boolean): { readonly "data-above-dialogs": "" | undefined } {
  useEffect(() => (wanted ? above.countIn() : undefined), [wanted]);
  return { "data-above-dialogs": wanted ? "" : undefined };
}

/** Whether something stays in use above dialogs now. */
export const useAnythingAbove = (): boolean => useSyncExternalStore(above.subscribe, above.isAny);
