import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../store.ts";

/** A counter; `countIn` adds one and returns the function that removes it again. */
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

/** Whether a dialog is open: a part that must stay visible may have to be rendered above it. */
export const useDialogOpened = (): boolean => useSyncExternalStore(dialogs.subscribe, dialogs.isAny);

/**
 * For a part of the page that stays usable while a dialog is open, and is above it: Tab moves from the dialog into the part
 * and back while it is `wanted`.
 * @returns the attributes for the element of the part
 */
export function useAboveDialogs(wanted: boolean): { readonly "data-above-dialogs": "" | undefined } {
  useEffect(() => (wanted ? above.countIn() : undefined), [wanted]);
  return { "data-above-dialogs": wanted ? "" : undefined };
}

/** Whether a part is usable above dialogs now. */
export const useAnythingAbove = (): boolean => useSyncExternalStore(above.subscribe, above.isAny);
