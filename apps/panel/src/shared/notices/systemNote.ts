/** System notifications: by the service worker if possible, because only those have buttons; otherwise by the page. */
export interface SystemNote {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag replaces the earlier one. */
  readonly tag: string;
  /** It stays until it is closed. */
  readonly lasts: boolean;
  /** Without the system's own sound. */
  readonly isSilent?: boolean;
  /** Address of a picture. */
  readonly icon?: string;
  /** Where a click leads after this page was closed; otherwise `onClick` decides. */
  readonly path?: string;
  /** Buttons, if the browser supports them: the notification is then shown by the service worker. */
  readonly actions?: ReadonlyArray<{ readonly action: NoteAction; readonly title: string }>;
  readonly onClick: () => void;
  readonly onAction?: (action: NoteAction) => void;
}

export type NoteAction = "answer" | "reject";

type View = Window & typeof globalThis;

/** @returns a function that closes it */
export function showNote(view: View, note: SystemNote): () => void {
  if (!("Notification" in view) || view.Notification.permission !== "granted") return () => undefined;
  if (!("serviceWorker" in view.navigator)) return tryByPage(view, note);
  const { serviceWorker } = view.navigator;
  let close: (() => void) | null = () => undefined;
  const show = async () => {
    const shown = (await showByWorker(serviceWorker, note)) ?? tryByPage(view, note);
    if (close === null) shown();
    else close = shown;
  };
  show().catch(() => undefined);
  return () => {
    close?.();
    close = null;
  };
}

async function showByWorker(serviceWorker: ServiceWorkerContainer, note: SystemNote): Promise<(() => void) | null> {
  const registration = await serviceWorker.getRegistration().catch(() => undefined);
  if (!registration?.active) return null;
  const { title, actions = [], tag, path } = note;
  // lib.dom does not declare `actions` and `renotify` (Notifications API, NotificationOptions).
  const options = { ...lookOf(note), actions, renotify: true, data: { page: true, path } };
  await registration.showNotification(title, options);
  const hear = ({ data, ports }: MessageEvent<unknown>) => {
    const clicked = clickOf(data, tag);
    if (clicked === null) return;
    // This window is the one to focus.
    ports[0]?.postMessage("mine");
    if (clicked === "") note.onClick();
    else note.onAction?.(clicked);
  };
  serviceWorker.addEventListener("message", hear);
  return () => {
    serviceWorker.removeEventListener("message", hear);
    void registration.getNotifications({ tag }).then((all) => {
      for (const one of all) one.close();
    });
  };
}

/** Closes those that the worker shows with a matching tag, from any page or push. */
export function closeNotes({ navigator }: View, fits: (tag: string) => boolean): void {
  if (!("serviceWorker" in navigator)) return;
  const close = async () => {
    const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
    for (const note of shown ?? []) if (fits(note.tag)) note.close();
  };
  close().catch(() => undefined);
}

/** The message of the service worker about a click on the notification with that tag: its button, if any. */
function clickOf(said: unknown, tag: string): NoteAction | "" | null {
  if (typeof said !== "object" || said === null || !("type" in said) || said.type !== "note") return null;
  if (!("tag" in said) || said.tag !== tag || !("action" in said)) return null;
  return said.action === "answer" || said.action === "reject" || said.action === "" ? said.action : null;
}

const lookOf = ({ body, tag, lasts, isSilent = false, icon = "/favicons/192.png" }: SystemNote) => ({
  body,
  tag,
  icon,
  requireInteraction: lasts,
  silent: isSilent,
});

function tryByPage(view: View, note: SystemNote): () => void {
  const { title, onClick } = note;
  try {
    const shown = new view.Notification(title, lookOf(note));
    shown.onclick = () => {
      view.focus();
      shown.close();
      onClick();
    };
    return () => shown.close();
  } catch {
    // Android has the constructor but it throws: without a worker, only the ringing and the title remain.
    return () => undefined;
  }
}
