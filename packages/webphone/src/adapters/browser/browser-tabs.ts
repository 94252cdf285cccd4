/** Web Locks and BroadcastChannel as the tabs of one person in one browser. */
import type { Tabs } from "../../ports/tabs.port.ts";
import { TABS_VERSION } from "../../tabs/message.ts";

/**
 * Undefined if the browser has no Web Locks (or the page is not secure), or no storage for the page, as in a frame
 * with blocked storage, since locks are refused there: each tab is then a separate phone.
 */
export function createBrowserTabs(username: string): Tabs | undefined {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (!locks || typeof globalThis.BroadcastChannel !== "function") return undefined;
  if (!keepsStorage()) return undefined;
  const name = `callpanel-phone-${TABS_VERSION}-${username}`;
  const channel = new BroadcastChannel(name);
  return {
    newId: () => crypto.randomUUID(),
    lock: (how, { onGranted, onLost }) => {
      const waiting = new AbortController();
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      let isHeld = false;
      const hold = (): Promise<void> => {
        isHeld = true;
        onGranted();
        return held;
      };
      const asked =
        how === "steal"
          ? locks.request(name, { steal: true }, hold)
          : locks.request(name, { signal: waiting.signal }, hold);
      asked.catch(() => {
        if (isHeld) onLost(); // AbortError: stolen; before it was held it is our own release
      });
      return () => {
        isHeld = false;
        waiting.abort();
        letGo();
      };
    },
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener("message", hear);
      return () => channel.removeEventListener("message", hear);
    },
  };
}

function keepsStorage(): boolean {
  try {
    return globalThis.localStorage !== undefined;
  } catch {
    return false;
  }
}
