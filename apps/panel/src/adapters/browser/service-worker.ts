import type { PanelWorker } from "../../shared/panelWorker.ts";

const WORKER = "/service-worker.js";

/** Undefined where the browser has no service workers, or the page is not secure. */
export function createPanelWorker(window: Window & typeof globalThis): PanelWorker | undefined {
  const { navigator } = window;
  if (!("serviceWorker" in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const manager = async (): Promise<PushManager | null> => {
    const registration = await serviceWorker.ready;
    return "pushManager" in registration ? registration.pushManager : null;
  };
  const takeAnswered: PanelWorker["takeAnswered"] = async () => {
    const { active } = (await serviceWorker.getRegistration()) ?? {};
    if (active === null || active === undefined) return null;
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        port1.close();
        resolve(typeof data === "string" ? data : null);
      };
      active.postMessage({ type: "answering" }, [port2]);
    });
  };
  return {
    takeAnswered,
    onAnswered: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === "object" && data !== null && "type" in data && data.type === "answer") listener();
      };
      serviceWorker.addEventListener("message", hear);
      return () => serviceWorker.removeEventListener("message", hear);
    },
    start: async () => {
      await serviceWorker.register(WORKER, { updateViaCache: "none" });
      const { active } = await serviceWorker.ready;
      const paths = window.performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      active?.postMessage({ type: "keep", paths });
    },
    isPermitted: () => "Notification" in window && window.Notification.permission === "granted",
    onPermission: (listener) => {
      const watch = async () =>
        (await navigator.permissions.query({ name: "notifications" })).addEventListener("change", listener);
      watch().catch(() => undefined);
    },
    current: async () => (await (await manager())?.getSubscription())?.toJSON() ?? null,
    subscribe: async (key) => {
      const push = await manager();
      if (push === null) throw new Error("the browser does not support push");
      const options = { userVisibleOnly: true, applicationServerKey: key };
      const before = await push.getSubscription();
      if (before !== null && !isOfKey(before, key)) await before.unsubscribe();
      return (await push.subscribe(options)).toJSON();
    },
  };
}

/** Another server, or the same one with a new data directory, has another key. */
function isOfKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}
