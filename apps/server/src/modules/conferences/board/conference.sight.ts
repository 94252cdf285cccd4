import {
  canRead,
  isPrivateRoom,
  maySeeConference,
  type ConferenceMember,
  type ConferenceState,
  type RealtimeEvent,
} from "@callpanel/contract";
import { callerIdSightOf } from "../../presence/index.ts";
import { grantKey, type OwnEvent, type Receiving, type Visibility } from "../../realtime/index.ts";
import type { ConferenceFact, ConferencePlace, LiveConference, LiveMember } from "./conference.model.ts";

/** What one class of receivers may see of conferences. */
export interface ConferenceSight extends Visibility {
  readonly realm: string;
  readonly sees: (confno: string) => boolean;
  /** Number and name of a member. */
  readonly seesCaller: (userId: number | undefined) => boolean;
}

/** CONF-1: conferences by their read rights; numbers and names depend on `show_caller_id_info`. */
export function conferenceSightOf(realm: string, receiving: Receiving): ConferenceSight {
  const { rights } = receiving;
  const callerId = callerIdSightOf(receiving);
  const grants = ["read", "read_for", "list_for"].map((rule) => grantKey(rights, "conferences", rule));
  return {
    key: canRead(rights, "conferences") ? JSON.stringify([...grants, callerId.key]) : "",
    realm,
    sees: (confno) => maySeeConference(rights, confno),
    seesCaller: callerId.shows,
  };
}

/** A temporary room is visible to its members only (ROOM-11). */
export const isVisible = ({ realm, confno }: ConferencePlace, sight: ConferenceSight): boolean =>
  realm === sight.realm && !isPrivateRoom(confno) && sight.sees(confno);

function presentMember(live: LiveMember): ConferenceMember {
  const { userId: _, ...member } = live;
  return { ...member, marked: member.admin };
}

function shownMember(member: LiveMember, { seesCaller }: ConferenceSight): ConferenceMember {
  return presentMember(seesCaller(member.userId) ? member : { ...member, number: "", name: "" });
}

export function presentConference(conference: LiveConference, sight: ConferenceSight): ConferenceState {
  const { realm, confno, locked, members } = conference;
  return { realm, confno, locked, members: members.map((member) => shownMember(member, sight)) };
}

/** CONF-2: the events that this class receives for a fact; of a private room none. */
export function conferenceEvents(fact: ConferenceFact, sight: ConferenceSight): readonly RealtimeEvent[] {
  if (!isVisible(fact, sight)) return [];
  const { realm, confno, event, member } = fact;
  const about = { action: "CONFBRIDGE", realm, confno, event } as const;
  return [member === undefined ? about : { ...about, member: shownMember(member, sight) }];
}

/** ROOM-11: the events of a private room, with all names: members of a call know each other. */
export function ownConferenceEvents(fact: ConferenceFact): readonly OwnEvent[] {
  if (fact.member === undefined) return [];
  const { event, realm, confno, member, privateIds } = fact;
  const told = { action: "CONFBRIDGE", realm, confno, event, member: presentMember(member) } as const;
  return privateIds.map((userId) => ({ userId, event: told }));
}

/** CONF-3, ROOM-11: the members of a conference, in the order in which they joined. */
export function shownMembers(
  conference: LiveConference | undefined,
  { sight, ownId }: { readonly sight: ConferenceSight; readonly ownId: number },
): readonly ConferenceMember[] {
  if (conference === undefined) return [];
  const { confno, members } = conference;
  if (isPrivateRoom(confno)) return members.some(({ userId }) => userId === ownId) ? members.map(presentMember) : [];
  return isVisible(conference, sight) ? presentConference(conference, sight).members : [];
}
