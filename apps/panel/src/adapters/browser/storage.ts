import type { TextStorage } from "../../shared/storage.ts";

/** Local or session storage. Where it is full, values live in memory until the page goes. */
export function createBrowserStorage(area: Storage, window: Window): TextStorage {
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? area.getItem(key),
    set(key, value) {
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
      area.removeItem(key);
    },
    watch(listener) {
      const hear = (event: StorageEvent) => {
        if (event.storageArea === area) listener(event.key);
      };
      window.addEventListener("storage", hear);
      return () => window.removeEventListener("storage", hear);
    },
  };
}
