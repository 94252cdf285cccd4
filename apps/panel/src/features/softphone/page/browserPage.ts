/** What the softphone needs from the page around it, so that tests can replace it. */
import { showNote } from "../../../shared/notices/systemNote.ts";
import type { SystemNote } from "../../../shared/notices/systemNote.ts";
import type { MicrophoneState } from "../../../shared/phone/reachability.ts";
import { SCREEN_POP_HEIGHT_PX, SCREEN_POP_WIDTH_PX } from "@callpanel/contract";

export interface Page {
  /** The tab's title. */
  getTitle(): string;
  setTitle(title: string): void;
  /** The tab is hidden. */
  isHidden(): boolean;
  /** The dock is next to the page from 1200 px on, over it from 600 px on, and below that it fills the screen. */
  placeOfDock(): "beside" | "over" | "full";
  /** Whether the dial field of the softphone has the focus. */
  isDialing(): boolean;
  /** Shows a system notification; does nothing without permission. @returns a function that closes it */
  notify(note: SystemNote): () => void;
  /** Opens a window of 1024x768 without access to this page; false when the browser blocked it. */
  openWindow(url: string): boolean;
  /** The browser asks before the page is closed while `holds` returns true. @returns a stop function */
  guardLeaving(holds: () => boolean): () => void;
  /** `left`: the page is unloaded; `returned`: it comes back from the back-forward cache. @returns a stop function */
  onLeaving(listener: (what: "left" | "returned") => void): () => void;
  /**
   * The network was lost, came back or changed, or the tab is visible or resumed again: the connection must be checked.
   * @returns a stop function
   */
  onAwake(listener: () => void): () => void;
  /** The person went back, or forward, to another page of the panel. @returns a stop function */
  onBack(listener: () => void): () => void;
  /** The microphone permission, now and on each change (Permissions API). @returns a stop function */
  watchMicrophone(listener: (state: MicrophoneState) => void): () => void;
  /** Opens the microphone for a moment, so that the browser asks for permission if needed. */
  tryMicrophone(): Promise<MicrophoneState>;
  /** The person clicked or pressed a key anywhere: sound may be unlocked now. @returns a stop function */
  onGesture(listener: () => void): () => void;
}

export const DIAL_FIELD_MARK = "data-dial-field";
const BESIDE_PX = 1200; // ux.md, Frame
const OVER_PX = 600;

export function createBrowserPage(view: Window & typeof globalThis): Page {
  const page = view.document;
  const on = (target: EventTarget, name: string, run: (event: Event) => void, capture = false) => {
    target.addEventListener(name, run, capture);
    return () => target.removeEventListener(name, run, capture);
  };
  const all =
    (...stops: ReadonlyArray<() => void>) =>
    () => {
      for (const stop of stops) stop();
    };

  return {
    getTitle: () => page.title,
    setTitle(title) {
      page.title = title;
    },
    isHidden: () => page.hidden,
    placeOfDock: () => (view.innerWidth >= BESIDE_PX ? "beside" : view.innerWidth >= OVER_PX ? "over" : "full"),
    isDialing: () => page.activeElement?.hasAttribute(DIAL_FIELD_MARK) === true,
    notify: (note) => showNote(view, note),
    openWindow: (url) => openWindow(view, url),
    guardLeaving: (holds) =>
      on(view, "beforeunload", (event) => {
        if (holds()) event.preventDefault();
      }),
    onLeaving: (listener) =>
      all(
        on(view, "pagehide", () => listener("left")),
        on(view, "pageshow", (event) => {
          if ("persisted" in event && event.persisted === true) listener("returned");
        }),
      ),
    onAwake: (listener) =>
      all(
        on(view, "online", listener),
        on(view, "offline", listener),
        on(page, "resume", listener), // Page Lifecycle: the browser had frozen the tab
        networkChange(view, listener),
        on(page, "visibilitychange", () => {
          if (!page.hidden) listener();
        }),
      ),
    onBack: (listener) => on(view, "popstate", listener),
    watchMicrophone: (listener) => watchMicrophone(view.navigator, listener),
    tryMicrophone: () => tryMicrophone(view.navigator),
    // Not `pointerdown`: the unlock bar would disappear then, the page would move, and the click would miss its button.
    onGesture: (listener) => all(on(page, "click", listener, true), on(page, "keydown", listener, true)),
  };
}

function watchMicrophone({ permissions }: Navigator, listener: (state: MicrophoneState) => void): () => void {
  let leave: (() => void) | null = () => undefined;
  const watch = async () => {
    const status = await permissions.query({ name: "microphone" });
    if (leave === null) return;
    const tell = () => listener(status.state);
    status.addEventListener("change", tell);
    leave = () => status.removeEventListener("change", tell);
    tell();
  };
  // Firefox before 132 and Safari before 16 do not know the name: the first call shows the state there.
  watch().catch(() => listener("unknown"));
  return () => {
    leave?.();
    leave = null;
  };
}

async function tryMicrophone({ mediaDevices }: Navigator): Promise<MicrophoneState> {
  try {
    const stream = await mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
    return "granted";
  } catch (error) {
    // A missing device is not a refusal.
    return error instanceof Error && error.name === "NotAllowedError" ? "denied" : "unknown";
  }
}

/** A change of network, if the browser reports it (Network Information API). */
function networkChange(view: Window, listener: () => void): () => void {
  const network = "connection" in view.navigator ? view.navigator.connection : undefined;
  if (!(network instanceof EventTarget)) return () => undefined;
  network.addEventListener("change", listener);
  return () => network.removeEventListener("change", listener);
}

function openWindow(view: Window, url: string): boolean {
  // Empty first: `noopener` hides whether it was blocked, and with an opener the new page could change this one.
  const opened = view.open("", "_blank", `popup,width=${SCREEN_POP_WIDTH_PX},height=${SCREEN_POP_HEIGHT_PX}`);
  if (opened === null) return false;
  opened.opener = null;
  opened.location.replace(url);
  return true;
}
