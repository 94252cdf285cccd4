/** System notifications: by the service worker if possible, because only those have buttons; otherwise by the page. */
export interface PageNote {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag replaces the earlier one. */
  readonly tag: string;
  /** It stays until it is closed. */
  readonly lasts: boolean;
  /** Buttons, if the browser supports them: the notification is then shown by the service worker. */
  readonly actions?: ReadonlyArray<{ readonly action: NoteAction; readonly title: string }>;
  readonly onClick: () => void;
  readonly onAction?: (action: NoteAction) => void;
}

export type NoteAction = "answer" | "reject";

type View = Window & typeof globalThis;

/** @returns a function that closes it */
export function showNote(view: View, note: PageNote): () => void {
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

async function showByWorker(serviceWorker: ServiceWorkerContainer, note: PageNote): Promise<(() => void) | null> {
  const registration = await serviceWorker.getRegistration().catch(() => undefined);
  if (!registration?.active) return null;
  const { title, body, tag, lasts, actions = [] } = note;
  // lib.dom does not declare `actions` (Notifications API, NotificationOptions).
  const options = { body, tag, requireInteraction: lasts, actions, data: { page: true }, icon: "/favicons/192.png" };
  await registration.showNotification(title, options);
  const hear = ({ data }: MessageEvent<unknown>) => {
    const clicked = clickOf(data, tag);
    if (clicked === null) return;
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

/** The message of the service worker about a click on the notification with that tag: its button, if any. */
function clickOf(said: unknown, tag: string): NoteAction | "" | null {
  if (typeof said !== "object" || said === null || !("type" in said) || said.type !== "note") return null;
  if (!("tag" in said) || said.tag !== tag || !("action" in said)) return null;
  return said.action === "answer" || said.action === "reject" || said.action === "" ? said.action : null;
}

function tryByPage(view: View, { title, body, tag, lasts, onClick }: PageNote): () => void {
  try {
    const shown = new view.Notification(title, { body, tag, requireInteraction: lasts });
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
