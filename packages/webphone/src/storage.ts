/** One user's part of the storage, with values kept in memory when the browser refuses to store. */
import type { KeyValueStore } from "./webphone.ts";

export function userStore(storage: KeyValueStore, username: string): KeyValueStore {
  const prefix = `webphone.${username}.`;
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? storage.get(prefix + key),
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
      storage.remove(prefix + key);
    },
  };
}
