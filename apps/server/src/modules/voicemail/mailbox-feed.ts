import type { Log } from "../../kernel/log.ts";
import type { StoredMessage } from "./voicemail.model.ts";
import type { BoxCounts, VoicemailStore } from "./voicemail.store.ts";

export type MailboxListener = (boxId: number, counts: BoxCounts) => void;
export type MessageListener = (message: StoredMessage) => void;

/** Reports the message counts of boxes after every change (VM-50), and each new message. */
export interface MailboxFeed {
  changed(boxIds: ReadonlySet<number>): void;
  subscribe(listener: MailboxListener): () => void;
  left(message: StoredMessage): void;
  onLeft(listener: MessageListener): () => void;
  /** Waits until all changes are reported. */
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
  const messageListeners = new Set<MessageListener>();
  let last = Promise.resolve();

  const tell = async (boxIds: readonly number[]): Promise<void> => {
    for (const [boxId, counts] of await store.counts(boxIds)) for (const listener of listeners) listener(boxId, counts);
  };

  return {
    // One after the other, so that an older count is never reported after a newer one.
    changed: (boxIds) => {
      last = last
        .then(() => tell([...boxIds]))
        .catch((error: unknown) => log.warn("messages of boxes could not be counted", { err: error }));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    left: (message) => {
      for (const listener of messageListeners) listener(message);
    },
    onLeft: (listener) => {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    settled: () => last,
  };
}
