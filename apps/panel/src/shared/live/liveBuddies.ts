import type { BuddyCall, BuddyMeeting, BuddyState, Presence } from "@callpanel/contract";
import { defineService } from "../service.ts";
import type { Keyed } from "./keyedBoard.ts";

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
  /** The video meeting that they are in. */
  readonly meeting: BuddyMeeting | null;
}

/** SOFT-25: the live call behind a softphone's call: `channel` is this side's leg, `peerChannel` the other party's. */
export const ownCallOf = (own: LiveBuddy | null, sipCallId: string | undefined): BuddyCall | undefined =>
  own?.calls.find(({ legCallid }) => legCallid === sipCallId);

/** The live state of all people by extension. */
export type LiveBuddies = Keyed<LiveBuddy>;
export const LIVE_BUDDIES = defineService<LiveBuddies>("liveBuddies");
