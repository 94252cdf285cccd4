import { AppError } from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import { repeat, type Clock } from "../../kernel/clock.ts";
import { createKeyedQueue } from "../../kernel/keyed-queue.ts";
import type { Log } from "../../kernel/log.ts";
import { NOTHING_SET, type CallHandling } from "./call-handling.model.ts";
import type { CallHandlingStore } from "./call-handling.store.ts";

export interface CallHandlingsDeps {
  readonly store: CallHandlingStore;
  readonly clock: Clock;
  readonly log: Log;
}

export type CallHandlingListener = (userId: number, after: CallHandling, before: CallHandling) => void;

/** How calls reach everybody: in memory, so that a call that comes in is answered for at once, and kept before it holds. */
export interface CallHandlings {
  of(userId: number): CallHandling;
  all(): Iterable<readonly [number, CallHandling]>;
  /**
   * Kept, in force and told when it resolves; `step` may run more than once.
   * @throws AppError settings.user.unknown, and whatever `step` throws
   */
  change(userId: number, step: (before: CallHandling) => CallHandling): Promise<CallHandling>;
  /** Hears of everyone whose settings have changed, whichever way; the answer unsubscribes. */
  subscribe(listener: CallHandlingListener): () => void;
  stop(): void;
}

/** How soon a change made by another process (the command line) is seen. */
const POLL_MS = 500;

/** Resolves when what was kept is there. */
export async function createCallHandlings({ store, clock, log }: CallHandlingsDeps): Promise<CallHandlings> {
  const kept = await store.changedSince(0);
  const people = new Map(kept.people);
  const listeners = new Set<CallHandlingListener>();
  let { revision } = kept;
  let reading = false;

  const of = (userId: number): CallHandling => people.get(userId) ?? NOTHING_SET;
  const put = (userId: number, after: CallHandling): void => {
    const before = of(userId);
    people.set(userId, after);
    if (isDeepStrictEqual(before, after)) return;
    for (const listener of listeners) listener(userId, after, before);
  };
  const refresh = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      if ((await store.revision()) === revision) return;
      const news = await store.changedSince(revision);
      revision = news.revision;
      for (const [userId, after] of news.people) put(userId, after);
    } catch (error) {
      // What is known stays in use; the next poll tries again.
      log.warn("changed call handling could not be read", { err: error });
    } finally {
      reading = false;
    }
  };

  // Changes of one person come into force in the order in which they were kept.
  const inTurn = createKeyedQueue<number>();

  return {
    of,
    all: () => people.entries(),
    change: (userId, step) =>
      inTurn(userId, async () => {
        const changed = await store.change(userId, step);
        if (changed === undefined) throw new AppError("settings.user.unknown");
        // Others may have changed something in between: then the next poll reads it with this.
        if (changed.revision === revision + 1) ({ revision } = changed);
        put(userId, changed.after);
        return changed.after;
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: repeat(clock, POLL_MS, () => void refresh()),
  };
}
