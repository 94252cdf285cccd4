/** One user's part of the storage, with values kept in memory when the browser refuses to store. */
import type { KeyValueStore } from "./webphone.ts";

/** Where calls are kept for the next page. */
export const CALLS_KEY = "calls";

export function userStore(storage: KeyValueStore, username: string): KeyValueStore {
  const prefix = `webphone.${username}.`;
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? whereAllowed(() => storage.get(prefix + key)),
    set: (key, value) => {
      try {
        storage.set(prefix + key, value);
        kept.delete(key);
      } catch {
        kept.set(key, value); // storage full or blocked: the phone works on
      }
    },
    remove: (key) => {
      kept.delete(key);
      whereAllowed(() => storage.remove(prefix + key));
    },
  };
}

/** Undefined where the browser refuses storage: there even reading throws. */
function whereAllowed<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
