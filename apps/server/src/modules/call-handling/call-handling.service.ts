import { AppError } from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import { createListeners } from "../../kernel/bus/listeners.ts";
import type { Revisions } from "../../kernel/bus/revisions.ts";
import { createKeyedQueue } from "../../kernel/concurrency/keyed-queue.ts";
import { NOTHING_SET, type CallHandling } from "./call-handling.model.ts";
import type { CallHandlingStore } from "./call-handling.store.ts";

export interface CallHandlingsDeps {
  readonly store: CallHandlingStore;
  readonly revisions: Pick<Revisions, "follow" | "changed">;
}

export type CallHandlingListener = (userId: number, after: CallHandling, before: CallHandling) => void;

/** Call handling of everybody. It is in memory, so that a call does not wait for it, and is stored before it takes effect. */
export interface CallHandlings {
  of(userId: number): CallHandling;
  all(): Iterable<readonly [number, CallHandling]>;
  /**
   * The change is stored, in effect and reported when the promise resolves; `step` may run more than once.
   * @throws AppError settings.user.unknown, and any error of `step`
   */
  change(userId: number, step: (before: CallHandling) => CallHandling): Promise<CallHandling>;
  /** Called for everyone whose settings have changed, from any source. @returns unsubscribes */
  subscribe(listener: CallHandlingListener): () => void;
  stop(): void;
}

/** Resolves when the stored settings are read. */
export async function createCallHandlings({ store, revisions }: CallHandlingsDeps): Promise<CallHandlings> {
  const kept = await store.changedSince(0);
  const people = new Map(kept.people);
  const listeners = createListeners<Parameters<CallHandlingListener>>();
  let { revision } = kept;

  const of = (userId: number): CallHandling => people.get(userId) ?? NOTHING_SET;
  const put = (userId: number, after: CallHandling): void => {
    const before = of(userId);
    people.set(userId, after);
    if (isDeepStrictEqual(before, after)) return;
    listeners.tell(userId, after, before);
  };
  const refresh = async (): Promise<void> => {
    const news = await store.changedSince(revision);
    revision = news.revision;
    for (const [userId, after] of news.people) put(userId, after);
  };

  // Changes of one person take effect in the order in which they were stored.
  const inTurn = createKeyedQueue<number>();

  return {
    of,
    all: () => people.entries(),
    change: (userId, step) =>
      inTurn(userId, async () => {
        const changed = await store.change(userId, step);
        if (changed === undefined) throw new AppError("settings.user.unknown");
        // Another process may have changed something in between: then `refresh` reads that together with this change.
        if (changed.revision === revision + 1) ({ revision } = changed);
        put(userId, changed.after);
        revisions.changed();
        return changed.after;
      }),
    subscribe: listeners.subscribe,
    stop: revisions.follow("callHandling", refresh),
  };
}
