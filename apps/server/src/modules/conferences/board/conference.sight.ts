import {
  isPrivateRoom,
  maySeeConference,
  maySeePersonalConference,
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
  readonly sees: (place: ConferencePlace) => boolean;
  /** Number and name of a member. */
  readonly seesCaller: (userId: number | undefined) => boolean;
}

/** In a class that people share nobody is the receiver; owners have events of their own. */
const NOBODY = 0;

/** CONF-1: conferences by their read rights; numbers and names depend on `show_caller_id_info`. */
export function conferenceSightOf(realm: string, receiving: Receiving): ConferenceSight {
  const { rights } = receiving;
  const callerId = callerIdSightOf(receiving);
  const grants = [
    ...["read", "read_for", "list_for"].map((rule) => grantKey(rights, "conferences", rule)),
    ...["read_for", "list_for"].map((rule) => grantKey(rights, "personal_conferences", rule)),
  ];
  return {
    key: grants.every((one) => one === "") ? "" : JSON.stringify([...grants, callerId.key]),
    realm,
    sees: ({ confno, ownerId }) =>
      ownerId === undefined
        ? maySeeConference(rights, confno)
        : maySeePersonalConference(rights, { ownerId, userId: NOBODY }),
    seesCaller: callerId.shows,
  };
}

/** A temporary room is visible to its members only (ROOM-11). */
export const isVisible = (place: ConferencePlace, sight: ConferenceSight): boolean =>
  place.realm === sight.realm && !isPrivateRoom(place.confno) && sight.sees(place);

function presentMember(live: LiveMember): ConferenceMember {
  const { userId: _, ...member } = live;
  return { ...member, marked: member.admin };
}

function shownMember(member: LiveMember, { seesCaller }: ConferenceSight): ConferenceMember {
  return presentMember(seesCaller(member.userId) ? member : { ...member, number: "", name: "" });
}

export function presentConference(conference: LiveConference, sight: ConferenceSight): ConferenceState {
  const { realm, confno, locked, recording, members } = conference;
  return { realm, confno, locked, recording, members: members.map((member) => shownMember(member, sight)) };
}

/** CONF-43: the owner of a personal conference sees everybody in it with names. */
export const presentOwn = ({ realm, confno, locked, recording, members }: LiveConference): ConferenceState => ({
  realm,
  confno,
  locked,
  recording,
  members: members.map(presentMember),
});

/** CONF-2: the events that this class receives for a fact; of a private room none. */
export function conferenceEvents(fact: ConferenceFact, sight: ConferenceSight): readonly RealtimeEvent[] {
  if (!isVisible(fact, sight)) return [];
  const { realm, confno, event, member } = fact;
  const about = { action: "CONFBRIDGE", realm, confno, event } as const;
  return [member === undefined ? about : { ...about, member: shownMember(member, sight) }];
}

/** ROOM-11, CONF-43: the events of a private room and of the user's own, with all names. */
export function ownConferenceEvents(fact: ConferenceFact, sight: ConferenceSight): readonly OwnEvent[] {
  const { event, realm, confno, ownerId, member } = fact;
  const about = { action: "CONFBRIDGE", realm, confno, event } as const;
  const told = member === undefined ? about : { ...about, member: presentMember(member) };
  if (ownerId !== undefined)
    return isVisible(fact, sight) || realm !== sight.realm ? [] : [{ userId: ownerId, event: told }];
  return (member === undefined ? [] : fact.privateIds).map((userId) => ({ userId, event: told }));
}

/** CONF-3, ROOM-11: the members of a conference, in the order in which they joined. */
export function shownMembers(
  conference: LiveConference | undefined,
  { sight, ownId }: { readonly sight: ConferenceSight; readonly ownId: number },
): readonly ConferenceMember[] {
  if (conference === undefined) return [];
  const { confno, members } = conference;
  const isTheirs =
    conference.ownerId === ownId || (isPrivateRoom(confno) && members.some(({ userId }) => userId === ownId));
  if (isTheirs) return members.map(presentMember);
  return isVisible(conference, sight) ? presentConference(conference, sight).members : [];
}
