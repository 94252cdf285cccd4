/** What one phone for all tabs of a user needs: a lock that one tab holds, and a channel to all tabs. */
export interface Tabs {
  /** A unique id for this tab, or for one of its requests. */
  newId(): string;
  /**
   * Waits for the lock, and holds it until the returned release or the end of the tab. `onLost`: another tab has taken
   * it. `steal` takes it from the tab that holds it.
   */
  lock(how: "wait" | "steal", listener: { readonly onGranted: () => void; readonly onLost: () => void }): () => void;
  /** To the other tabs; this one does not receive it. A message that cannot be cloned is an error of the caller. */
  post(message: unknown): void;
  /** Returns how to stop listening. */
  listen(listener: (message: unknown) => void): () => void;
}
