import type { TextStorage } from "../src/shared/storage.ts";

/** A browser's storage that several tabs share: each tab is notified of changes by the others. */
export interface SharedStorage {
  readonly entries: Map<string, string>;
  tab(): TextStorage;
}

export function createSharedStorage(): SharedStorage {
  const entries = new Map<string, string>();
  const listeners = new Map<number, Set<(key: string | null) => void>>();
  let tabs = 0;
  return {
    entries,
    tab() {
      tabs += 1;
      const mine = tabs;
      const heard = new Set<(key: string | null) => void>();
      listeners.set(mine, heard);
      const tell = (key: string) => {
        for (const [tab, set] of listeners) {
          if (tab !== mine) for (const listener of set) listener(key);
        }
      };
      return {
        get: (key) => entries.get(key) ?? null,
        set(key, value) {
          entries.set(key, value);
          tell(key);
        },
        remove(key) {
          entries.delete(key);
          tell(key);
        },
        watch(listener) {
          heard.add(listener);
          return () => heard.delete(listener);
        },
      };
    },
  };
}
