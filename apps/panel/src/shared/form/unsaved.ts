/** SET-5, PAGES-6: forms with unsaved changes, and the action that waits for the person's decision. */
import { createContext, useContext, useId, useLayoutEffect } from "react";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";

export interface Unsaved extends Readable<UnsavedState> {
  /** @returns a function that reports that the form has no changes any more */
  hold(id: string): () => void;
  /** Runs immediately, or after the person has agreed to discard the changes. */
  ask(run: () => void): void;
  /** The person's decision: discard the changes, or not. */
  answer(answer: "leave" | "stay"): void;
}

export interface UnsavedState {
  readonly forms: ReadonlySet<string>;
  readonly waiting: (() => void) | null;
}

export function createUnsaved(): Unsaved {
  const store = createStore<UnsavedState, Partial<UnsavedState>>(
    { forms: new Set(), waiting: null },
    (state, change) => ({ ...state, ...change }),
  );
  return {
    get: store.get,
    subscribe: store.subscribe,
    hold(id) {
      store.dispatch({ forms: new Set([...store.get().forms, id]) });
      return () => store.dispatch({ forms: new Set([...store.get().forms].filter((one) => one !== id)) });
    },
    ask(run) {
      if (store.get().forms.size === 0) run();
      else store.dispatch({ waiting: run });
    },
    answer(answer) {
      const { waiting } = store.get();
      store.dispatch({ waiting: null });
      if (answer === "leave") waiting?.();
    },
  };
}

export const UnsavedContext = createContext<Unsaved>(createUnsaved());

/**
 * Leaving the page, or switching to another person's settings, asks while `changed`.
 * From the moment that the change is on screen, also through a form within a form: no key press comes in between.
 */
export function useUnsaved(changed: boolean): void {
  const unsaved = useContext(UnsavedContext);
  const id = useId();
  useLayoutEffect(() => (changed ? unsaved.hold(id) : undefined), [changed, id, unsaved]);
}
