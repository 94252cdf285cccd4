/** The phone as a screen sees it: a new object only when something changed, the same parts where nothing did. */
import type { WebphoneSnapshot } from "./webphone.ts";

export interface Listeners<T> {
  tell(value: T): void;
  /** Returns the way to stop listening. */
  listen(listener: (value: T) => void): () => void;
}

export function createListeners<T>(): Listeners<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    tell: (value) => {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          queueMicrotask(() => {
            throw error; // the screen's own fault: reported as such, and no reason to lose a call
          });
        }
      }
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What the snapshot is drawn from. */
export type PhoneParts = Omit<WebphoneSnapshot, "canCall" | "needsCloseConfirmation" | "place">;

export interface Snapshots {
  get(): WebphoneSnapshot;
  subscribe(listener: () => void): () => void;
  /** Reads the parts again and notifies the subscribers when one differs. */
  refresh(): void;
}

export function createSnapshots(read: () => PhoneParts): Snapshots {
  const listeners = createListeners<void>();
  let current: WebphoneSnapshot | undefined;

  const draw = (): WebphoneSnapshot => {
    const parts = read();
    const calling = parts.calls.some((call) => call.direction === "out" && call.state !== "answered");
    const next = {
      ...parts,
      calls: keep(current?.calls, parts.calls),
      devices: keep(current?.devices, {
        ...parts.devices,
        chosen: keep(current?.devices.chosen, parts.devices.chosen),
      }),
      canCall: parts.status === 3 && !calling,
      needsCloseConfirmation: parts.calls.length > 0,
      place: "here" as const,
    };
    return keep(current, next);
  };
  const get = (): WebphoneSnapshot => (current ??= draw());
  return {
    get,
    subscribe: (listener) => listeners.listen(listener),
    refresh: () => {
      const before = get();
      current = draw();
      if (current !== before) listeners.tell();
    },
  };
}

/** The known object when the new one has the same members. */
function keep<T extends object>(known: T | undefined, next: T): T {
  if (!known) return next;
  const before = Object.entries(known);
  const after = Object.entries(next);
  const same =
    before.length === after.length && after.every(([key, value], index) => isEntry(before[index], key, value));
  return same ? known : next;
}

const isEntry = (entry: [string, unknown] | undefined, key: string, value: unknown): boolean =>
  entry !== undefined && entry[0] === key && Object.is(entry[1], value);
