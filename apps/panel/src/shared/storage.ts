/** Small texts stored in the browser. A full or forbidden store behaves like an empty one. */
export interface TextStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Reports keys changed by other tabs; null when all were removed. @returns a stop function */
  watch(listener: (key: string | null) => void): () => void;
}

/** Undefined if the browser blocks it, for example in a frame. */
export const localArea = (view: Pick<Window, "localStorage"> = window): Storage | undefined =>
  openArea(() => view.localStorage);

/** Undefined if the browser blocks it, for example in a frame. */
export const sessionArea = (view: Pick<Window, "sessionStorage"> = window): Storage | undefined =>
  openArea(() => view.sessionStorage);

/** Where storage is blocked even reading the property throws. */
function openArea(area: () => Storage): Storage | undefined {
  try {
    return area();
  } catch {
    return undefined;
  }
}
