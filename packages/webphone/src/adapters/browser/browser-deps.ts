/** Everything the phone stands on in a browser. */
import type { WebphoneDeps } from "../../create-webphone.ts";
import type { Clock } from "../../ports/clock.port.ts";
import type { KeyValueStore } from "../../webphone.ts";
import { createJssipAgent } from "../jssip/user-agent.ts";
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
  return {
    createUserAgent: createJssipAgent({ openSocket: openWebSocket, clock: browserClock }),
    microphones: createMicrophones(options.processing),
    sound: createBrowserSound(),
    clock: browserClock,
  };
}

/** Session storage as the store of calls: a reload and the restart after a crash find it, another tab does not. */
export function createSessionStore(): KeyValueStore {
  return {
    get: (key) => sessionStorage.getItem(key) ?? undefined,
    set: (key, value) => sessionStorage.setItem(key, value),
    remove: (key) => sessionStorage.removeItem(key),
  };
}
