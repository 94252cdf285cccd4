/** Small text kept by the browser. A full or forbidden store behaves as an empty one. */
export interface TextStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Hears of keys changed by other tabs; null when all were removed. @returns how to stop listening */
  watch(listener: (key: string | null) => void): () => void;
}
