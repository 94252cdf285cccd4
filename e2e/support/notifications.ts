/** Notifications of the browser: what was shown, and what comes from a push service. */
import type { CDPSession, Page } from "@playwright/test";

export interface ShownNote {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly requireInteraction: boolean;
}

declare global {
  interface Window {
    notesShown?: readonly ShownNote[];
  }
}

/** Keeps every notification that the page shows from now on: some are on screen for 3 s only. */
export const watchShown = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shown: ShownNote[] = [];
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function show(title, options) {
      await showNotification.call(this, title, options);
      const { body = "", tag = "", requireInteraction = false } = options ?? {};
      shown.push({ title, body, tag, requireInteraction });
    };
    Object.assign(window, { notesShown: shown });
  });

export const shownOn = async (...pages: readonly Page[]): Promise<readonly ShownNote[]> =>
  (await Promise.all(pages.map((page) => page.evaluate(() => window.notesShown ?? [])))).flat();

/** Delivers to the worker as the browser does what came from its push service. */
export async function createPusher(page: Page, origin: string) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registration;
  return {
    session,
    deliver: (data: string) => session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }),
  };
}

/** A click on the notification that is shown, or on one of its buttons. */
export const clickNote = (page: Page, action = ""): Promise<void> | undefined =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async (button) => {
      const scope: unknown = Reflect.get(globalThis, "registration");
      if (!(scope instanceof ServiceWorkerRegistration)) throw new Error("no worker");
      const [notification] = await scope.getNotifications();
      const make: unknown = Reflect.get(globalThis, "NotificationEvent");
      if (typeof make !== "function") throw new Error("no notifications");
      const click: unknown = Reflect.construct(make, ["notificationclick", { notification, action: button }]);
      if (click instanceof Event) globalThis.dispatchEvent(click);
    }, action);
