/** All ports of the phone, implemented for a browser. */
import type { WebphoneDeps } from "../../create-webphone.ts";
import { createLater } from "../../later.ts";
import type { Clock } from "../../ports/clock.port.ts";
import type { KeyValueStore } from "../../webphone.ts";
import { createSipAgent } from "../sip/user-agent.ts";
import { createBrowserProbe } from "./browser-probe.ts";
import { createBrowserSound } from "./browser-sound.ts";
import { createMicrophones } from "./microphones.ts";
import { openWebSocket } from "./web-socket.ts";

const browserClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The parts that touch the browser. `processing` overrides what the browser does to the microphone's sound. */
export function createBrowserDeps(options: { readonly processing?: MediaTrackConstraints } = {}): WebphoneDeps {
  const callCode = createLater(async () => (await import("../../call-code.ts")).callCode, browserClock);
  return {
    createUserAgent: createSipAgent({ openSocket: openWebSocket, clock: browserClock, callCode }),
    callCode,
    microphones: createMicrophones(options.processing),
    sound: createBrowserSound(),
    probe: createBrowserProbe(),
    clock: browserClock,
  };
}

/** The store of calls where each tab is a phone of its own: a reload finds it, another tab does not. */
export const createSessionStore = (): KeyValueStore => storeOf(() => sessionStorage);

/** The store of calls where all tabs have one phone: the next tab finds it. */
export const createLocalStore = (): KeyValueStore => storeOf(() => localStorage);

/** Asked for each time: where storage is blocked the very word throws. */
const storeOf = (storage: () => Storage): KeyValueStore => ({
  get: (key) => storage().getItem(key) ?? undefined,
  set: (key, value) => storage().setItem(key, value),
  remove: (key) => storage().removeItem(key),
});
