import type { PanelErrorCode } from "@callpanel/contract";
import type { MicrophoneAccess, MicrophoneState } from "../../../shared/phone/reachability.ts";
import { createStore } from "../../../shared/store.ts";
import type { Page } from "./browserPage.ts";

export interface MicrophoneWatch extends MicrophoneAccess {
  /** A call got the microphone, or was refused it: the only source in browsers that report no permission changes. */
  learn(outcome: { readonly ok: true } | { readonly ok: false; readonly code: PanelErrorCode }): void;
  stop(): void;
}

/** AVAIL-3: the microphone permission: what the browser reports, until a call has found otherwise. */
export function createMicrophone(page: Pick<Page, "watchMicrophone" | "tryMicrophone">): MicrophoneWatch {
  const store = createStore<MicrophoneState, MicrophoneState>("unknown", (_, next) => next);
  const leave = page.watchMicrophone(store.dispatch);
  return {
    get: store.get,
    subscribe: store.subscribe,
    async ask() {
      const state = await page.tryMicrophone();
      store.dispatch(state);
      return state;
    },
    learn(outcome) {
      if (outcome.ok) store.dispatch("granted");
      else if (outcome.code === "sipua.error.micDenied") store.dispatch("denied");
    },
    stop: leave,
  };
}
