import type { BuddyCall, BuddyState, Presence } from "@callpanel/contract";
import type { Readable } from "./store.ts";

/** What a colleague's telephones do, as the events told it last. */
export interface LiveBuddy {
  readonly presence: Presence;
  readonly note: string | null;
  readonly registered: boolean;
  /** Null without the permission to see it. */
  readonly dnd: boolean | null;
  readonly forward: BuddyState["forward"];
  readonly followme: boolean | null;
  /** Times are this computer's. */
  readonly calls: readonly BuddyCall[];
}

/** SOFT-25: the live call behind a softphone's call: `channel` is this side's leg, `peerChannel` the other party's. */
export const ownCallOf = (own: LiveBuddy | null, sipCallId: string | undefined): BuddyCall | undefined =>
  own?.calls.find(({ legCallid }) => legCallid === sipCallId);

/** `none`: nothing was heard yet; `stale`: what is shown was true at `since` (ms since the epoch). */
export type Liveness =
  | { readonly kind: "none" }
  | { readonly kind: "live" }
  | { readonly kind: "stale"; readonly since: number };

/** Everyone's live state by extension, each with listeners of its own. */
export interface LiveBuddies {
  /** Null until the first snapshot. */
  of(exten: string): Readable<LiveBuddy | null>;
  readonly liveness: Readable<Liveness>;
  /** Grows at most once a frame, when anybody changed. */
  readonly changes: Readable<number>;
}
