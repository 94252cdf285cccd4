/** Small texts stored in the browser. A full or forbidden store behaves like an empty one. */
export interface TextStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Reports keys changed by other tabs; null when all were removed. @returns a stop function */
  watch(listener: (key: string | null) => void): () => void;
}

/** Local or session storage; undefined if it is blocked, for example in a frame: there even reading the property throws. */
export function openArea(area: () => Storage): Storage | undefined {
  try {
    return area();
  } catch {
    return undefined;
  }
}
