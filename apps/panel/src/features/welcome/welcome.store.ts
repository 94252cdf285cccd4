import type { TextStorage } from "../../shared/storage.ts";
import { createStore } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { WelcomeDesk, WelcomeState } from "../../shared/welcome.ts";

/** What is needed of the viewer. */
interface NewPerson {
  readonly user: Pick<Viewer["user"], "username">;
  readonly flags: Pick<Viewer["flags"], "softphone">;
}

export interface WelcomeRun extends WelcomeDesk {
  /** Starts when the signed-in person is known. @returns a stop function */
  start(viewer: NewPerson): () => void;
}

const CLOSED: WelcomeState = { isOffered: false, isOpen: false };

/** WELCOME-1: offered to each person once in a browser; what was done is stored there. */
export function createWelcome({ storage }: { readonly storage: TextStorage }): WelcomeRun {
  const store = createStore<WelcomeState, Partial<WelcomeState>>(CLOSED, (before, change) => ({
    ...before,
    ...change,
  }));
  let key: string | null = null;
  return {
    get: store.get,
    subscribe: store.subscribe,
    open: () => store.dispatch({ isOpen: true }),
    hide: () => store.dispatch({ isOpen: false }),
    finish() {
      if (key !== null) storage.set(key, "done");
      store.dispatch(CLOSED);
    },
    start({ user, flags }) {
      key = `callpanel_welcome_${user.username}`;
      store.dispatch({ isOffered: flags.softphone && storage.get(key) === null });
      return () => store.dispatch(CLOSED);
    },
  };
}
