import type { OpenQueueLog, PastTalk, QueueLogRow } from "@callpanel/phone-port";

/** What rows leave open. */
export type OpenRows = Omit<OpenQueueLog, "talks">;

/** Where the rows of the queue log are kept (docs/spec/queue-log.md). */
export interface QueueLogStore {
  /**
   * Resolves when the rows are durable; all of them or none. Rows that are still in force (a caller without an end, an agent who
   * is logged in or paused) are kept under `owner`.
   */
  append(owner: string, rows: readonly QueueLogRow[]): Promise<void>;
  /**
   * Takes over the open entries of owners for which `isGone` is true, and returns all that is open under `owner`. Of two servers that ask
   * at the same moment, one gets it.
   */
  open(owner: string, realm: string, isGone: (owner: string) => boolean): Promise<OpenRows>;
  /** Takes over what one owner left open, which is returned by realm. Of two servers that ask, one gets it. */
  takeOver(owner: string, from: string): Promise<ReadonlyMap<string, OpenRows>>;
  /** Whether a callback is open under `owner`. */
  holds(owner: string, realm: string, callId: string): Promise<boolean>;
  /** Calls of agents that ended since, of all servers, in the order of their ends. */
  talksSince(realm: string, at: number): Promise<readonly PastTalk[]>;
}
