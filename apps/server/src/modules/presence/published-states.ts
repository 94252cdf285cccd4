import type { Clock } from "../../kernel/clock.ts";
import type { Published } from "./presence.model.ts";

/** What people have published, each state until it is withdrawn or expires (RT-10). */
export interface PublishedStates {
  /** A publication begins, or says something else; it is the person's newest from now on. */
  put(of: PublicationId, state: { readonly published: Published; readonly expiresSeconds: number }): void;
  /** A refresh: the same state for a longer time. One that is not there is ignored. */
  prolong(of: PublicationId, expiresSeconds: number): void;
  withdraw(of: PublicationId): void;
  withdrawAll(userId: number): void;
  stop(): void;
}

interface PublicationId {
  readonly userId: number;
  /** Of the publication, which several telephones of a person may have. */
  readonly id: string;
}

interface Kept {
  readonly published: Published;
  /** Cancels the timer that expires it. */
  readonly cancel: () => void;
}

/** The maximum of Node's timers. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** `tell` gets a person's newest state that is still valid, after each change. */
export function createPublishedStates(
  clock: Clock,
  tell: (userId: number, newest: Published | undefined) => void,
): PublishedStates {
  /** By person; the newest publication is the last. */
  const people = new Map<number, Map<string, Kept>>();

  const afterwards = (userId: number): void => {
    const states = people.get(userId);
    if (states?.size === 0) people.delete(userId);
    tell(userId, [...(states?.values() ?? [])].at(-1)?.published);
  };
  const withdraw = ({ userId, id }: PublicationId): void => {
    const states = people.get(userId);
    const kept = states?.get(id);
    if (kept === undefined) return;
    kept.cancel();
    states?.delete(id);
    afterwards(userId);
  };
  const expireAt = (of: PublicationId, at: number): (() => void) => {
    let cancel = (): void => undefined;
    const wait = (): void => {
      const left = at - clock.now();
      if (left <= 0) withdraw(of);
      else cancel = clock.setTimeout(wait, Math.min(left, LONGEST_TIMER_MS));
    };
    wait();
    return () => cancel();
  };
  const keep = (of: PublicationId, published: Published, expiresSeconds: number): void => {
    const states = people.get(of.userId) ?? new Map<string, Kept>();
    people.set(of.userId, states);
    states.get(of.id)?.cancel();
    states.set(of.id, { published, cancel: expireAt(of, clock.now() + expiresSeconds * 1_000) });
  };

  return {
    put: (of, { published, expiresSeconds }) => {
      const before = people.get(of.userId)?.get(of.id);
      before?.cancel();
      people.get(of.userId)?.delete(of.id);
      keep(of, published, expiresSeconds);
      afterwards(of.userId);
    },
    prolong: (of, expiresSeconds) => {
      const kept = people.get(of.userId)?.get(of.id);
      if (kept !== undefined) keep(of, kept.published, expiresSeconds);
    },
    withdraw,
    withdrawAll: (userId) => {
      for (const { cancel } of people.get(userId)?.values() ?? []) cancel();
      people.delete(userId);
      afterwards(userId);
    },
    stop: () => {
      for (const states of people.values()) for (const { cancel } of states.values()) cancel();
      people.clear();
    },
  };
}
