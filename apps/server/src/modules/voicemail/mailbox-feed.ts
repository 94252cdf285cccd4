import type { Log } from "../../kernel/log.ts";
import type { BoxCounts, VoicemailStore } from "./voicemail.store.ts";

export type MailboxListener = (boxId: number, counts: BoxCounts) => void;

/** Tells what boxes hold whenever something in them has changed (VM-50). */
export interface MailboxFeed {
  changed(boxIds: ReadonlySet<number>): void;
  subscribe(listener: MailboxListener): () => void;
  /** Waits until all that has changed was told. */
  settled(): Promise<void>;
}

export function createMailboxFeed({
  store,
  log,
}: {
  readonly store: Pick<VoicemailStore, "counts">;
  readonly log: Log;
}): MailboxFeed {
  const listeners = new Set<MailboxListener>();
  let last = Promise.resolve();

  const tell = async (boxIds: readonly number[]): Promise<void> => {
    for (const [boxId, counts] of await store.counts(boxIds)) for (const listener of listeners) listener(boxId, counts);
  };

  return {
    // One after the other: an older count is never told after a newer one.
    changed: (boxIds) => {
      last = last
        .then(() => tell([...boxIds]))
        .catch((error: unknown) => log.warn("messages of boxes could not be counted", { err: error }));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: () => last,
  };
}
