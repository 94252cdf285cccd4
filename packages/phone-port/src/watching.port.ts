/** What telephones may learn about other people: lamps of calls (RFC 4235) and presence (RFC 3856). */
import type { DirectoryUser } from "./ports.ts";

/** A call of a watched person, without its other party. */
export interface WatchedCall {
  /** Unique within the person's calls, without meaning. */
  readonly id: string;
  /** `in`: somebody calls the person. */
  readonly direction: "in" | "out";
  readonly answered: boolean;
}

export interface WatchedState {
  /** The person whose change changes this state. */
  readonly userId: number;
  /** As the watcher may see it: without the right to calls it does not depend on them. */
  readonly presence: "available" | "ringing" | "onCall" | "busy" | "away" | "lunch" | "offline";
  /** The person's own words; hostile text. */
  readonly note?: string | undefined;
  /** Undefined: the watcher may not see calls. */
  readonly calls: readonly WatchedCall[] | undefined;
}

export interface Watching {
  /**
   * The state of the person with an extension or a SIP username, or the lamp of a setting (`*76102`), which is on while
   * there is a call.
   * @returns undefined when there is no such person, or the watcher may not see them now
   */
  stateOf(watcher: DirectoryUser, address: string): WatchedState | undefined;
  /** Calls the listener with the id of a person who changed; undefined: what watchers may see has changed. Returns unsubscribe. */
  subscribe(listener: (userId: number | undefined) => void): () => void;
}
