import * as z from "zod/mini";
import type { Bus } from "../../kernel/bus/bus.ts";
import { createListeners } from "../../kernel/bus/listeners.ts";
import { topic } from "../../kernel/bus/topic.ts";
import type { Log } from "../../kernel/log.ts";
import type { StoredMessage } from "./voicemail.model.ts";
import type { BoxCounts, VoicemailStore } from "./voicemail.store.ts";

/** Messages of these boxes were added, changed or removed. */
const boxesChanged = topic("boxes.changed", z.object({ boxIds: z.array(z.number()) }));

/** Reports the message counts of boxes after every change at any server (VM-50), and each new message of this server. */
export interface MailboxFeed {
  changed(boxIds: ReadonlySet<number>): void;
  /** Reports all boxes that have messages, and those that had some. */
  countAll(): Promise<void>;
  subscribe(listener: (boxId: number, counts: BoxCounts) => void): () => void;
  left(message: StoredMessage): void;
  onLeft(listener: (message: StoredMessage) => void): () => void;
  /** Waits until all changes are reported. */
  settled(): Promise<void>;
}

export function createMailboxFeed({
  store,
  bus,
  log,
}: {
  readonly store: Pick<VoicemailStore, "counts">;
  readonly bus: Pick<Bus, "publish" | "subscribe" | "onGap">;
  readonly log: Log;
}): MailboxFeed {
  const counted = createListeners<[boxId: number, counts: BoxCounts]>();
  const messages = createListeners<[StoredMessage]>();
  let last = Promise.resolve();

  const reported = new Set<number>();

  const report = (counts: ReadonlyMap<number, BoxCounts>): void => {
    for (const [boxId, count] of counts) {
      reported.add(boxId);
      counted.tell(boxId, count);
    }
  };
  // A box that became empty is counted by its id only.
  const all = async () => new Map([...(await store.counts([...reported])), ...(await store.counts())]);
  // One after the other, so that an older count is never reported after a newer one.
  const inTurn = (count: () => Promise<ReadonlyMap<number, BoxCounts>>): Promise<void> => {
    const done = last.then(count).then(report);
    last = done.catch((error: unknown) => log.warn("messages of boxes could not be counted", { err: error }));
    return done;
  };
  const stays = (): void => undefined; // it is in the log
  bus.subscribe(boxesChanged, ({ boxIds }) => void inTurn(() => store.counts(boxIds)).catch(stays));
  bus.onGap(() => void inTurn(all).catch(stays));

  return {
    changed: (boxIds) => bus.publish(boxesChanged, { boxIds: [...boxIds] }),
    countAll: () => inTurn(all),
    subscribe: counted.subscribe,
    left: messages.tell,
    onLeft: messages.subscribe,
    settled: () => last,
  };
}
