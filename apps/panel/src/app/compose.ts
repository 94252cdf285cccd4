/** The only place where adapters are created and passed to the parts that need them. */
import type { RuntimeConfig } from "@callpanel/contract";
import { flushSync } from "react-dom";
import { createApi, createDownload } from "../adapters/http/api.ts";
import { createUpload } from "../adapters/http/upload.ts";
import { createWire } from "../adapters/http/wire.ts";
import {
  askForNotifications,
  browserClock,
  copyText,
  saveFile,
  saveUrl,
  createConnectivity,
  createExclusiveRun,
  createVisibility,
  onInput,
  nextFrame,
  openLink,
  savesData,
  takeTelLinks,
  whenIdle,
} from "../adapters/browser/browser.ts";
import { createBuildCheck } from "../adapters/browser/newBuild.ts";
import { createBrowserStorage } from "../adapters/browser/storage.ts";
import { localArea, sessionArea } from "../shared/storage.ts";
import type { OpenSocket } from "../adapters/sockets/link.ts";
import { createOpenSocket } from "../adapters/sockets/web-socket.ts";
import { createSession } from "../features/session/index.ts";
import type { OauthDeps, Session } from "../features/session/index.ts";
import { loadCatalogue, loadCataloguePart } from "../locales/index.ts";
import type { Api, Download, Wire } from "../shared/api/api.ts";
import type { Upload } from "../shared/api/upload.ts";
import type { Clock } from "../shared/clock.ts";
import type { HostWindow } from "../shared/hostWindow.ts";
import { createFrameTurns } from "../shared/live/frameTurns.ts";
import type { FrameTurns } from "../shared/live/frameTurns.ts";
import type { NextFrame } from "../shared/live/frames.ts";
import { createNotices } from "../shared/notices/notices.ts";
import type { Notices } from "../shared/notices/notices.ts";
import { createPagesAhead } from "../shared/pagesAhead.ts";
import type { PagesAhead } from "../shared/pagesAhead.ts";
import type { PanelWorker } from "../shared/panelWorker.ts";
import type { Readable } from "../shared/store.ts";
import type { TextStorage } from "../shared/storage.ts";
import { createLocaleStore } from "./locale.store.ts";
import type { LocaleStore } from "./locale.store.ts";
import { createBranding } from "./branding.store.ts";
import type { BrandingStore } from "./branding.store.ts";
import { createPreferences } from "./preferences.store.ts";
import type { PreferencesStore } from "./preferences.store.ts";
import type { WhenIdle } from "../shared/preloading.ts";

/** The panel without its views. */
export interface Panel {
  readonly config: RuntimeConfig;
  readonly version: string;
  /** From the query `embedded=true`, for as long as the page lives. */
  readonly embedded: boolean;
  /** The page around the frame; null if there is no page that may exchange messages with the panel. */
  readonly loadHost: () => Promise<HostWindow | null>;
  readonly wire: Wire;
  readonly api: Api;
  readonly clock: Clock;
  readonly storage: TextStorage;
  /** The browser stores nothing here: stored values last as long as the page. */
  readonly isForgetful: boolean;
  readonly notices: Notices;
  readonly session: Session;
  readonly words: LocaleStore;
  readonly preferences: PreferencesStore;
  readonly branding: BrandingStore;
  readonly ahead: PagesAhead;
  readonly connectivity: Readable<boolean>;
  readonly visible: Readable<boolean>;
  readonly onInput: (listener: () => void) => () => void;
  readonly oauth: OauthDeps;
  readonly askForNotifications: () => void;
  /** The service worker; undefined if the browser has none. */
  readonly loadWorker: () => Promise<PanelWorker | undefined>;
  /** For operators who have configured it. */
  readonly startReporting: () => Promise<void>;
  readonly openSocket: OpenSocket;
  readonly nextFrame: NextFrame;
  readonly turns: FrameTurns;
  /** A text that no other panel makes. */
  readonly newId: () => string;
  readonly whenIdle: WhenIdle;
  /** The person wants to save data: nothing is preloaded. */
  readonly savesData: () => boolean;
  readonly copyText: (text: string) => Promise<void>;
  readonly download: Download;
  readonly upload: Upload;
  readonly saveFile: (file: Blob, name: string) => void;
  /** The browser loads an address of the server and saves it, without the memory of the page. */
  readonly saveUrl: (url: string, name: string) => void;
  /** Opens an address in the program that is registered for it. */
  readonly openLink: (address: string) => void;
  /** Offers the panel to the browser as a program for `tel:` links. */
  readonly takeTelLinks: () => void;
  /** Whether the server has another build than this page. */
  readonly hasNewBuild: () => Promise<boolean>;
  /** Loads the page again. */
  readonly reload: () => void;
}

/** Width from which the dock is next to the page (ux.md, Frame). */
const WIDE_PX = 1200;

export interface ComposeDeps {
  readonly window: Window & typeof globalThis;
  readonly config: RuntimeConfig;
  /** The panel's version, from its package.json. */
  readonly version: string;
}

export function composePanel({ window, config, version }: ComposeDeps): Panel {
  const storage = createBrowserStorage(localArea(window), window);
  const embedded = new URLSearchParams(window.location.search).get("embedded") === "true";
  const preferences = createPreferences({
    storage,
    companyLocale: config.locale,
    systemDark: window.matchMedia("(prefers-color-scheme: dark)"),
    wide: window.innerWidth >= WIDE_PX,
  });
  const place = { apiBase: config.api_base.replace(/\/$/, ""), apiVersion: config.api_version };
  const wire = createWire({
    ...place,
    fetch: (url, init) => window.fetch(url, init),
    language: () => preferences.get().locale,
  });
  const toNextFrame: NextFrame = (run) => nextFrame(window, run);
  const exclusively = createExclusiveRun(storage.isForgetful ? undefined : window.navigator.locks);
  const session = createSession({ wire, storage, clock: browserClock, exclusively });
  const api = createApi({ wire, bearers: session });
  return {
    config,
    version,
    embedded,
    loadHost: async () => {
      if (!embedded) return null;
      const { createHostWindow } = await import("../adapters/browser/host-window.ts");
      return createHostWindow(window, config.embed_origins);
    },
    wire,
    api,
    clock: browserClock,
    storage,
    isForgetful: storage.isForgetful,
    notices: createNotices({ clock: browserClock }),
    session,
    words: createLocaleStore({ catalogue: loadCatalogue, part: loadCataloguePart }),
    preferences,
    branding: createBranding({ wire, storage }),
    ahead: createPagesAhead(),
    connectivity: createConnectivity(window),
    visible: createVisibility(window),
    onInput: (listener) => onInput(window, listener),
    oauth: {
      wire,
      session,
      tabStorage: createBrowserStorage(sessionArea(window), window),
      origin: window.location.origin,
      signInPath: config.sign_in_path,
      randomText: () => randomHex(window.crypto, 32),
      sha256: (text) => window.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
    },
    askForNotifications: () => askForNotifications(window),
    loadWorker: async () => (await import("../adapters/browser/service-worker.ts")).createPanelWorker(window),
    startReporting: async () => {
      const { startReporting } = await import("../features/reporting/index.ts");
      startReporting({ config, version, window, clock: browserClock, random: Math.random, post: postReport(window) });
    },
    openSocket: createOpenSocket(window),
    nextFrame: toNextFrame,
    turns: createFrameTurns({ nextFrame: toNextFrame, now: () => window.performance.now(), render: flushSync }),
    newId: () => randomHex(window.crypto, 16),
    whenIdle: (run) => whenIdle(window, run),
    savesData: () => savesData(window),
    copyText: (text) => copyText(window, text),
    download: createDownload({ wire, bearers: session }),
    upload: createUpload({ window, place, bearers: session }),
    saveFile: (file, name) => saveFile(window, file, name),
    saveUrl: (url, name) => saveUrl(window, url, name),
    openLink: (address) => openLink(window, address),
    takeTelLinks: () => takeTelLinks(window),
    hasNewBuild: createBuildCheck(window),
    reload: () => window.location.reload(),
  };
}

function randomHex(crypto: Crypto, bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

/** Without cookies and referrer; a failure is ignored. */
const postReport = (window: Window) => (url: string, body: string) => {
  const init = { method: "POST", body, keepalive: true, credentials: "omit", referrerPolicy: "no-referrer" } as const;
  window.fetch(url, init).catch(() => undefined);
};
