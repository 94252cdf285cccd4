import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { NO_PERSONAL_STATE, type PersonalChange, type PersonalState } from "./personal-states.model.ts";
import type { PersonalStateStore } from "./personal-states.store.ts";

export interface PersonalStatesDeps {
  readonly store: PersonalStateStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** In memory, so that a call that comes in is answered for at once; every change is written behind it. */
export interface PersonalStates {
  of(userId: number): PersonalState;
  all(): Iterable<readonly [number, PersonalState]>;
  change(userId: number, change: PersonalChange): void;
  /** Hears of everyone whose state has changed; the answer unsubscribes. */
  subscribe(listener: (userId: number, state: PersonalState) => void): () => void;
  /** Waits for what is being written. */
  stop(): Promise<void>;
}

const RETRY_MS = 1_000;

/** Resolves when the stored states are there. */
export async function createPersonalStates({ store, clock, log }: PersonalStatesDeps): Promise<PersonalStates> {
  const states = new Map(await store.all());
  const listeners = new Set<(userId: number, state: PersonalState) => void>();
  /** Whose newest state is not written yet. */
  const unwritten = new Set<number>();
  let writing: Promise<void> = Promise.resolve();
  let cancelRetry: (() => void) | undefined;

  const of = (userId: number): PersonalState => states.get(userId) ?? NO_PERSONAL_STATE;
  const writeAll = async (): Promise<void> => {
    for (const userId of unwritten) {
      unwritten.delete(userId);
      try {
        await store.write(userId, of(userId));
      } catch (error) {
        unwritten.add(userId);
        log.warn("what somebody has switched on could not be written yet", { userId, err: error });
        cancelRetry ??= clock.setTimeout(() => {
          cancelRetry = undefined;
          write();
        }, RETRY_MS);
        return;
      }
    }
  };
  // One after the other: the newest state is the last that is written.
  const write = (): void => {
    writing = writing.then(writeAll);
  };

  return {
    of,
    all: () => states.entries(),
    change: (userId, change) => {
      const before = of(userId);
      const after = { ...before, ...change };
      if (isDeepStrictEqual(before, after)) return;
      states.set(userId, after);
      unwritten.add(userId);
      write();
      for (const listener of listeners) listener(userId, after);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      cancelRetry?.();
      write();
      await writing;
      cancelRetry?.();
      if (unwritten.size > 0) log.error("what people have switched on was lost", { count: unwritten.size });
    },
  };
}
