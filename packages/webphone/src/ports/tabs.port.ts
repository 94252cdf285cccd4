/** What one phone for all tabs of a person stands on: a lock that one tab holds, and a channel that all hear. */
export interface Tabs {
  /** A name for this tab, or for one of its questions, that no other has. */
  newId(): string;
  /**
   * Waits for the lock, and holds it until the returned release or the end of the tab. `onLost`: another tab has taken it
   * away. `steal` takes it from whoever holds it.
   */
  lock(how: "wait" | "steal", listener: { readonly onGranted: () => void; readonly onLost: () => void }): () => void;
  /** To the other tabs; this one does not hear it. What cannot be cloned is a fault of the caller. */
  post(message: unknown): void;
  /** Returns how to stop listening. */
  listen(listener: (message: unknown) => void): () => void;
}
