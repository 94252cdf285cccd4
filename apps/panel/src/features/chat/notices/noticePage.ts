/** What notices of messages need from the browser, so that tests can replace it. */
import { closeNotes, showNote } from "../../../shared/notices/systemNote.ts";
import type { SystemNote } from "../../../shared/notices/systemNote.ts";
import { createChime } from "./chime.ts";
import type { ChimeSound } from "./chime.ts";
import type { TabChannel } from "./tabElection.ts";

export interface NoticePage {
  isVisible(): boolean;
  /** The keyboard is in this window. */
  isFocused(): boolean;
  /** The path of the address. */
  path(): string;
  /** Shows a system notification, if the person permits it. */
  notify(note: SystemNote): void;
  /** Closes those of this browser whose tag fits, also those that another tab showed. */
  closeNotes(fits: (tag: string) => boolean): void;
  /** Whether the server pushes to this browser. */
  takesPushes(): Promise<boolean>;
  chime(sound: ChimeSound): void;
  /** The page was used, so the browser lets it sound. */
  canChime(): boolean;
  readonly channel: TabChannel;
}

const CHANNEL = "callpanel-notices";

export function createNoticePage(view: Window & typeof globalThis): NoticePage {
  const { document } = view;
  const chime = createChime(view);
  return {
    isVisible: () => document.visibilityState === "visible" && !document.hidden,
    isFocused: () => document.hasFocus(),
    path: () => view.location.pathname,
    notify: (note) => void showNote(view, note),
    closeNotes: (fits) => closeNotes(view, fits),
    takesPushes: () => takesPushes(view).catch(() => false),
    chime: (sound) => void chime(sound).catch(() => undefined),
    canChime: () => !("userActivation" in view.navigator) || view.navigator.userActivation.hasBeenActive,
    channel: createTabChannel(view),
  };
}

async function takesPushes({ navigator, Notification: notes }: Window & typeof globalThis): Promise<boolean> {
  if (!("serviceWorker" in navigator) || notes?.permission !== "granted") return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined || !("pushManager" in registration)) return false;
  return (await registration.pushManager.getSubscription()) !== null;
}

/** Open while somebody listens. Without broadcast channels a tab is alone. */
function createTabChannel(view: Window & typeof globalThis): TabChannel {
  if (!("BroadcastChannel" in view)) return { post: () => undefined, listen: () => () => undefined };
  let channel: BroadcastChannel | null = null;
  return {
    post: (message) => channel?.postMessage(message),
    listen(listener) {
      const opened = new view.BroadcastChannel(CHANNEL);
      opened.addEventListener("message", ({ data }: MessageEvent<unknown>) => listener(data));
      channel = opened;
      return () => {
        opened.close();
        if (channel === opened) channel = null;
      };
    },
  };
}
