import type { TextStorage } from "../../shared/storage.ts";

interface BrowserStorage extends TextStorage {
  /** The browser blocks storage: values last as long as the page. */
  readonly isForgetful: boolean;
}

/** A store in `area`. If that is full or missing, values are in memory and last as long as the page. */
export function createBrowserStorage(area: Storage | undefined, window: Window): BrowserStorage {
  const memory = new Map<string, string>();
  return {
    isForgetful: area === undefined,
    get: (key) => memory.get(key) ?? area?.getItem(key) ?? null,
    set(key, value) {
      if (area === undefined) return void memory.set(key, value);
      try {
        area.setItem(key, value);
        memory.delete(key);
      } catch {
        // QuotaExceededError: the newest value must win for as long as this page lives.
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      area?.removeItem(key);
    },
    watch(listener) {
      if (area === undefined) return () => undefined;
      const hear = (event: StorageEvent) => {
        if (event.storageArea === area) listener(event.key);
      };
      window.addEventListener("storage", hear);
      return () => window.removeEventListener("storage", hear);
    },
  };
}
