/** One member of a room: which members hear them, and how they are shown (docs/spec/conferences.md). Pure. */
import type { MediaVoice } from "@callpanel/media";
import type { RoomMemberView } from "@callpanel/phone-port";
import type { ServedCaller } from "../call/service.ts";

/** What a person has in a room, on any of their legs. */
export interface Standing {
  readonly admin: boolean;
  readonly invited: boolean;
  /** By themselves, or by an admin. */
  readonly muted: boolean;
  /** Heard although the room mutes its listeners. */
  readonly maySpeak: boolean;
  /** Not to wait for an admin. */
  readonly isLetIn: boolean;
  /** They have heard that the room is recorded. */
  readonly knowsRecording: boolean;
  /** How much louder they hear the room, and how much louder they are heard, in decibels. */
  readonly hearsDb: number;
  readonly saysDb: number;
}

export const PLAIN: Standing = {
  admin: false,
  invited: false,
  muted: false,
  maySpeak: false,
  isLetIn: false,
  knowsRecording: false,
  hearsDb: 0,
  saysDb: 0,
};

/** CONF-32 */
const LOUDEST_DB = 12;
export const VOLUME_STEP_DB = 3;
export const limitedVolume = (db: number): number => Math.max(-LOUDEST_DB, Math.min(LOUDEST_DB, db));

export interface Member {
  readonly caller: ServedCaller;
  readonly joinedAt: number;
  standing: Standing;
  /** As the sound says, heard or not. */
  speaks: boolean;
  /** As the phone reports it. */
  microphoneOff: boolean;
  /** What only they hear, over the room. */
  voice: MediaVoice | undefined;
}

/** What the room does to all of its members. */
export interface RoomRules {
  readonly listenOnly: boolean;
  /** Members who are not admins wait. */
  readonly waits: boolean;
}

export const isWaiting = ({ standing }: Member, { waits }: RoomRules): boolean =>
  waits && !standing.admin && !standing.isLetIn;

export const isMutedByRoom = ({ standing }: Member, { listenOnly }: RoomRules): boolean =>
  listenOnly && !standing.admin && !standing.maySpeak;

export const isHeld = ({ caller: { leg } }: Member): boolean => "held" in leg.state && leg.state.held;

/** Whether the others hear them. What a phone on hold sends is not for the room. */
export const isHeard = (member: Member, rules: RoomRules): boolean =>
  !member.standing.muted && !isMutedByRoom(member, rules) && !isWaiting(member, rules) && !isHeld(member);

export function viewOf(member: Member, rules: RoomRules): RoomMemberView {
  const { caller, joinedAt, standing, speaks, microphoneOff } = member;
  const mutedByRoom = isMutedByRoom(member, rules);
  return {
    legId: caller.leg.id,
    party: caller.leg.shown,
    joinedAt,
    talking: speaks && isHeard(member, rules),
    muted: standing.muted || mutedByRoom || microphoneOff,
    microphoneOff,
    mutedByRoom,
    admin: standing.admin,
    waiting: isWaiting(member, rules),
    invited: standing.invited,
  };
}
