/** Notifications of the browser: what was shown, and what comes from a push service. */
import { type CDPSession, expect, type Page, type Worker } from "@playwright/test";
import type { PushReceiver } from "@callpanel/testkit/push-receiver";

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

declare global {
  // The worker's own: pushes that it is done with.
  var pushesTaken: number | undefined;
  var pathOpened: string | undefined;
}

/** Counts in the worker the pushes that it is done with, whether they were of use or not. */
const countPushes = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis;
    if (scope.pushesTaken !== undefined) return;
    const held = new WeakMap<Event, unknown>();
    const event: unknown = Reflect.get(scope, "ExtendableEvent");
    if (typeof event !== "function") throw new Error("no worker");
    const waitUntil: unknown = Reflect.get(event.prototype, "waitUntil");
    if (typeof waitUntil !== "function") throw new Error("no worker");
    Reflect.set(event.prototype, "waitUntil", function hold(this: Event, work: unknown) {
      held.set(this, work);
      Reflect.apply(waitUntil, this, [work]);
    });
    scope.pushesTaken = 0;
    const taken = () => {
      scope.pushesTaken = (scope.pushesTaken ?? 0) + 1;
    };
    scope.addEventListener("push", (push) => void Promise.resolve(held.get(push)).then(taken, taken));
  });

/**
 * Delivers to the worker as the browser does what came from its push service, and waits until the worker is done with it:
 * Chromium forgets a notification that is being shown while a page asks for all of them.
 */
export async function createPusher(page: Page, origin: string) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registration;
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error("no worker");
  await countPushes(worker);
  const taken = () => worker.evaluate(() => globalThis.pushesTaken ?? 0);
  const deliver = async (data: string): Promise<void> => {
    const before = await taken();
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await expect.poll(taken).toBe(before + 1);
  };
  return { session, deliver };
}

/** In place of the browser's own subscription, which needs a push service on the Internet; for what `page` loads afterwards. */
export const subscribeAt = (
  page: Page,
  { endpoint, keys }: Pick<PushReceiver, "endpoint" | "keys">,
): Promise<unknown> =>
  page.addInitScript(
    (subscription) =>
      Object.assign(PushManager.prototype, {
        getSubscription: async () => null,
        subscribe: async () => ({ toJSON: () => subscription }),
      }),
    { endpoint, keys },
  );

/** The address that a click on the notification opens while no page is open: without a person's hand Chromium opens none. */
export async function openedByClick(page: Page, action = ""): Promise<string | undefined> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    const clients: unknown = Reflect.get(globalThis, "clients");
    if (typeof clients !== "object" || clients === null) throw new Error("no worker");
    Object.assign(clients, { openWindow: async (path: string) => (globalThis.pathOpened = path) });
  });
  await clickNote(page, action);
  await expect.poll(() => worker?.evaluate(() => globalThis.pathOpened)).toBeDefined();
  return await worker?.evaluate(() => globalThis.pathOpened);
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
