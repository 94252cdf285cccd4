import * as z from "zod/mini";
import { repeat, type Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Bus } from "./bus.ts";
import { topic } from "./topic.ts";

/** What servers keep in memory and read again when its revision has grown. */
export type Revised = "company" | "callHandling" | "toggles" | "sipCredentials";

export interface RevisionStore {
  /** Each revision grows with every change, by any process. */
  all(): Promise<Readonly<Record<Revised, number>>>;
}

/** The one place that notices what other servers and the command line have changed. */
export interface Revisions {
  /** Runs `read` when the revision has grown, never twice at the same time; again later when it fails. @returns stops it */
  follow(what: Revised, read: () => Promise<void>): () => void;
  /** Announces to all servers that this one has changed something. */
  changed(): void;
  /** Resolves when nothing is being read any more. */
  stop(): Promise<void>;
}

export interface RevisionsDeps {
  readonly bus: Pick<Bus, "publish" | "subscribe" | "onGap">;
  readonly store: RevisionStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Which one says the database. */
const revisionGrew = topic("revision.grew", z.object({}));

/** SERVER-22: the command line is not on the bus. One query for everything that is followed. */
export const REVISIONS_EVERY_MS = 500;

interface Follower {
  readonly what: Revised;
  readonly read: () => Promise<void>;
  /** The revision that was read; undefined: none, or not completely. */
  seen: number | undefined;
}

export function createRevisions({ bus, store, clock, log }: RevisionsDeps): Revisions {
  const followers = new Set<Follower>();
  let checking: Promise<void> | undefined;
  let again = false;

  const readAgain = async (follower: Follower, revision: number): Promise<void> => {
    if (follower.seen === revision) return;
    // What is changed while it is read is read by the next check.
    follower.seen = revision;
    try {
      await follower.read();
    } catch (error) {
      follower.seen = undefined;
      log.warn("what has changed could not be read, the known state stays in use", { what: follower.what, err: error });
    }
  };
  const readAll = async (): Promise<void> => {
    do {
      again = false;
      try {
        const revisions = await store.all();
        await Promise.all([...followers].map((follower) => readAgain(follower, revisions[follower.what])));
      } catch (error) {
        log.warn("the revisions could not be read", { err: error });
      }
    } while (again);
    checking = undefined;
  };
  const check = (): void => {
    again = true;
    checking ??= readAll();
  };
  const stops = [bus.subscribe(revisionGrew, check), bus.onGap(check), repeat(clock, REVISIONS_EVERY_MS, check)];
  return {
    follow: (what, read) => {
      const follower: Follower = { what, read, seen: undefined };
      followers.add(follower);
      return () => followers.delete(follower);
    },
    changed: () => bus.publish(revisionGrew, {}),
    stop: async () => {
      for (const stop of stops) stop();
      again = false;
      await checking;
    },
  };
}
