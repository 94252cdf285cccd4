import type { BuddyCall, BuddyState, Presence } from "@callpanel/contract";
import type { Readable } from "../store.ts";

/** The state of a colleague's phones, from the latest events. */
export interface LiveBuddy {
  readonly presence: Presence;
  readonly note: string | null;
  readonly registered: boolean;
  /** Null without the permission to see it. */
  readonly dnd: boolean | null;
  readonly forward: BuddyState["forward"];
  readonly followme: boolean | null;
  /** Times are in this computer's clock. */
  readonly calls: readonly BuddyCall[];
}

/** SOFT-25: the live call behind a softphone's call: `channel` is this side's leg, `peerChannel` the other party's. */
export const ownCallOf = (own: LiveBuddy | null, sipCallId: string | undefined): BuddyCall | undefined =>
  own?.calls.find(({ legCallid }) => legCallid === sipCallId);

/** `none`: no state yet; `stale`: the state is as of `since` (ms since the epoch). */
export type Liveness =
  | { readonly kind: "none" }
  | { readonly kind: "live" }
  | { readonly kind: "stale"; readonly since: number };

/** The live state of all people by extension, each with its own listeners. */
export interface LiveBuddies {
  /** Null until the first snapshot. */
  of(exten: string): Readable<LiveBuddy | null>;
  readonly liveness: Readable<Liveness>;
  /** Increases at most once per frame, when any person changed. */
  readonly changes: Readable<number>;
}
