import type { Clock } from "../../shared/clock.ts";
import { DIALER_PATH } from "../../shared/routes.ts";
import type { Readable } from "../../shared/store.ts";

export const browserClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Runs one at a time over all tabs of this origin; where Web Locks are missing, over this tab. */
export type ExclusiveRun = <T>(name: string, run: () => Promise<T>) => Promise<T>;

export function createExclusiveRun(locks: LockManager | undefined): ExclusiveRun {
  if (locks) return async (name, run) => locks.request(name, run);
  let last: Promise<unknown> = Promise.resolve();
  return async (_name, run) => {
    const turn = last.then(run, run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Whether the browser believes it has a network. */
export function createConnectivity(window: Window): Readable<boolean> {
  return {
    get: () => window.navigator.onLine,
    subscribe(listener) {
      window.addEventListener("online", listener);
      window.addEventListener("offline", listener);
      return () => {
        window.removeEventListener("online", listener);
        window.removeEventListener("offline", listener);
      };
    },
  };
}

/** Whether the page is visible: not in a background tab, not minimised. */
export function createVisibility({ document }: Window): Readable<boolean> {
  return {
    get: () => document.visibilityState === "visible",
    subscribe(listener) {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
  };
}

const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Somebody is at this page: pointer, keys, touch; also coming back to it. @returns a stop function */
export function onInput(window: Window, listener: () => void): () => void {
  const { document } = window;
  const shown = () => {
    if (document.visibilityState === "visible") listener();
  };
  const how = { capture: true, passive: true };
  for (const input of INPUTS) window.addEventListener(input, listener, how);
  document.addEventListener("visibilitychange", shown);
  return () => {
    for (const input of INPUTS) window.removeEventListener(input, listener, how);
    document.removeEventListener("visibilitychange", shown);
  };
}

/** The maximum delay for a page that renders no frames (hidden, minimised). */
const UNDRAWN_MS = 250;

/** Runs before the next frame is rendered, or soon if there is no frame. @returns a cancel function */
export function nextFrame(window: Window, run: () => void): () => void {
  const cancel = () => {
    window.cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
  const once = () => {
    cancel();
    run();
  };
  const frame = window.requestAnimationFrame(once);
  const timer = window.setTimeout(once, UNDRAWN_MS);
  return cancel;
}

/** The delay in a browser without idle callbacks (Safari). */
const IDLE_GUESS_MS = 200;

/** A page that is never idle (SHELL-22). */
const IDLE_AT_LATEST_MS = 10_000;

/** Runs when the page is idle, or after ten seconds. @returns a cancel function */
export function whenIdle(window: Window & typeof globalThis, run: () => void): () => void {
  if (typeof window.requestIdleCallback === "function") {
    const idle = window.requestIdleCallback(run, { timeout: IDLE_AT_LATEST_MS });
    return () => window.cancelIdleCallback(idle);
  }
  const timer = window.setTimeout(run, IDLE_GUESS_MS);
  return () => window.clearTimeout(timer);
}

/** Whether the person has switched on data saving in the browser; only some browsers report it. */
export function savesData({ navigator }: Window): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
}

/** Rejects where the browser refuses, or has no clipboard: a page that is not secure. */
export async function copyText({ navigator }: Window, text: string): Promise<void> {
  if (!("clipboard" in navigator)) throw new Error("the browser has no clipboard");
  await navigator.clipboard.writeText(text);
}

/** Saves a file to the browser's downloads. */
export function saveFile({ document, URL }: Window & typeof globalThis, file: Blob, name: string): void {
  const link = document.createElement("a");
  const href = URL.createObjectURL(file);
  Object.assign(link, { href, download: name });
  link.click();
  URL.revokeObjectURL(href);
}

/** The browser itself loads an address of the panel’s origin and saves it: nothing of it is in the memory of the page. */
export function saveUrl({ document }: Window, url: string, name: string): void {
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
}

/** Opens an address such as `sip:102` in the program that is registered for it; the page stays. */
export function openLink({ location }: Window, address: string): void {
  location.assign(address);
}

/** Registers the panel as a handler for `tel:` links; the browser asks the person. Not all browsers support it. */
export function takeTelLinks({ navigator, location }: Window): void {
  if (!("registerProtocolHandler" in navigator)) return;
  try {
    navigator.registerProtocolHandler("tel", `${location.origin}${DIALER_PATH}/%s`);
  } catch {
    // A page that is not secure, or not at the top: there are no links then.
  }
}

/** Asks once for the notification permission; does nothing in browsers without notifications. */
export function askForNotifications(window: Window & typeof globalThis): void {
  if (!("Notification" in window) || window.Notification.permission !== "default") return;
  window.Notification.requestPermission().catch(() => undefined);
}

/** The browser's identification: its user agent, and client hints if it has them (not in lib.dom). */
export function identityOf(navigator: Navigator) {
  return {
    userAgent: navigator.userAgent,
    brands: "userAgentData" in navigator ? brandsOf(navigator.userAgentData) : null,
  };
}

function brandsOf(hints: unknown) {
  if (typeof hints !== "object" || hints === null || !("brands" in hints) || !Array.isArray(hints.brands)) return null;
  const list: readonly unknown[] = hints.brands;
  return list.flatMap((one) =>
    typeof one === "object" && one !== null && "brand" in one && "version" in one
      ? [{ brand: String(one.brand), version: String(one.version) }]
      : [],
  );
}
