/** Tabs of one browser in one process: what is said is cloned and heard a little later, the lock is handed on in order. */
import type { Tabs } from "../src/ports/tabs.port.ts";

export interface FakeTab extends Tabs {
  /** The tab is closed: it lets go of the lock and hears nothing more. */
  closes(): void;
  /** The tab hangs: it holds the lock and hears nothing until it wakes. */
  hangs(): void;
  wakes(): void;
}

interface Holder {
  readonly onGranted: () => void;
  readonly onLost: () => void;
}

export function createFakeBrowser(): { tab(): FakeTab; say(message: unknown): void } {
  const tabs = new Set<{ receive: (message: unknown) => void }>();
  let waiting: readonly Holder[] = [];
  let held: Holder | undefined;
  let lastId = 0;

  const grantNext = (): void => {
    if (held) return;
    [held, ...waiting] = waiting;
    const mine = held;
    if (mine) queueMicrotask(() => held === mine && mine.onGranted());
  };
  const give = (holder: Holder): void => {
    waiting = waiting.filter((one) => one !== holder);
    if (held !== holder) return;
    held = undefined;
    grantNext();
  };
  const say = (message: unknown, from?: object): void => {
    const cloned: unknown = structuredClone(message);
    for (const tab of tabs) if (tab !== from) queueMicrotask(() => tab.receive(cloned));
  };
  return {
    say,
    tab: () => {
      const listeners = new Set<(message: unknown) => void>();
      const asked = new Set<Holder>();
      let isAwake = true;
      const self = {
        receive: (message: unknown) => {
          if (isAwake) for (const listener of listeners) listener(message);
        },
      };
      tabs.add(self);
      return {
        newId: () => `id-${++lastId}`,
        lock: (how, listener) => {
          const holder = { ...listener };
          asked.add(holder);
          if (how === "steal") {
            const robbed = held;
            held = undefined;
            waiting = [holder, ...waiting];
            grantNext();
            if (robbed) queueMicrotask(robbed.onLost);
          } else {
            waiting = [...waiting, holder];
            grantNext();
          }
          return () => give(holder);
        },
        post: (message) => say(message, self),
        listen: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
        closes: () => {
          tabs.delete(self);
          for (const holder of asked) give(holder);
        },
        hangs: () => {
          isAwake = false;
        },
        wakes: () => {
          isAwake = true;
        },
      };
    },
  };
}
