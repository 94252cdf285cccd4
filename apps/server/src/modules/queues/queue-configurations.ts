import { createListeners } from "../../kernel/bus/listeners.ts";
import type { Revisions } from "../../kernel/bus/revisions.ts";
import type { ConfiguredQueue } from "./configuration/queue-configuration.ts";
import type { QueueStore } from "./queue.store.ts";

/** The queues of the phone system's realm, in memory. */
export interface QueueConfigurations {
  /** Sorted by number; empty for a realm of another phone system. */
  of(realm: string): readonly ConfiguredQueue[];
  /** Called when the company has changed, perhaps its queues too. @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  stop(): void;
}

/** Resolves when the queues are read. They are read again after each change of the company, by any server. */
export async function createQueueConfigurations({
  store,
  realm,
  revisions,
}: {
  readonly store: Pick<QueueStore, "queuesOf">;
  readonly realm: string;
  readonly revisions: Pick<Revisions, "follow">;
}): Promise<QueueConfigurations> {
  const listeners = createListeners<[]>();
  let queues = await store.queuesOf(realm);
  const refresh = async (): Promise<void> => {
    queues = await store.queuesOf(realm);
    listeners.tell();
  };
  return {
    of: (wanted) => (wanted === realm ? queues : []),
    subscribe: listeners.subscribe,
    stop: revisions.follow("company", refresh),
  };
}
