/** Loaded after sign-in, and only when the viewer has a SIP config. */
import {
  createBrowserDeps,
  createBrowserTabs,
  createLocalStore,
  createMicrophoneMeter,
  createSessionStore,
  createTabbedWebphone,
  createWebphone,
} from "@callpanel/webphone";
import { getSipConfig } from "@callpanel/contract";
import { answerOf } from "../../shared/api/api.ts";
import { joinShortcuts } from "../../shared/shortcuts.ts";
import type { CreateSoftphone } from "../../shared/phone/softphone.ts";
import { createNoiseFilter } from "../../shared/noise/noiseFilter.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { createKeysDesk } from "./keys/keysDesk.ts";
import { createBrowserPage } from "./page/browserPage.ts";
import { composeSoftphone } from "./softphone.compose.tsx";

const FORBIDDEN = 403;

export const createSoftphone: CreateSoftphone = (deps) => {
  const { api, sip, featureCodes, viewer, storage } = deps;
  const { username, extension } = viewer.user;
  const tabs = createBrowserTabs(username);
  const options = {
    config: sip,
    featureCodes: featureCodes.get,
    username,
    extension,
    socketBase: `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}`,
    storage: phoneStorage(storage),
    callStorage: tabs ? createLocalStore() : createSessionStore(),
    renewHa1: async () => {
      try {
        return (await api.call(getSipConfig, {})).ha1;
      } catch (error) {
        if (answerOf(error)?.status === FORBIDDEN) deps.onWithdrawn();
        throw error;
      }
    },
  };
  const browser = { ...createBrowserDeps(), noise: createNoiseFilter(deps.clock) };
  const phone = tabs ? createTabbedWebphone(options, { ...browser, tabs }) : createWebphone(options, browser);
  const keys = createKeysDesk({
    phone,
    clock: deps.clock,
    view: window,
    onRefusal: (result) => {
      if (!result.ok) deps.notices.error(deps.words.get().error(result.code, result.details));
    },
  });
  const softphone = composeSoftphone({
    ...deps,
    phone,
    keys,
    meter: createMicrophoneMeter(browser),
    page: createBrowserPage(window),
    loadCallCode: browser.callCode.load,
    digits,
  });
  const leaveKeys = joinShortcuts(document, softphone.shortcuts);
  return {
    ...softphone,
    stop(why) {
      leaveKeys();
      keys.stop();
      softphone.stop(why);
    },
  };
};

/** Uses the browser's cryptographic random source, so that the room number cannot be guessed. */
const digits = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(count)), (value) => value % 10).join("");

/** For a missing key, the panel's storage returns null and the webphone's returns undefined. */
const phoneStorage = (storage: TextStorage) => ({
  get: (key: string) => storage.get(key) ?? undefined,
  set: storage.set,
  remove: storage.remove,
});
