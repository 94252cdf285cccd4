import { confnoOf } from "@callpanel/contract";
import {
  farKindOf,
  type CallRecord,
  type CallView,
  type LegView,
  type ParkedCall,
  type PhoneEvent,
  type PhoneSystem,
  type RoomMemberView,
  type RoomPlace,
  type RoomPersonView,
} from "@callpanel/phone-port";
import type { Bus } from "../../../kernel/bus/bus.ts";
import type { ListeningBoard, ListeningStep } from "../../listening/index.ts";
import type { ParkedBoard, ParkedEvent } from "../../parking/index.ts";
import type { CallEnd, PersonCall, PresenceBoard, PresenceBoardEvent } from "../../presence/index.ts";
import { noticed, type Notice } from "../../realtime/index.ts";
import type {
  ConferenceAction,
  ConferenceBoard,
  ConferencePlace,
  LiveMember,
  ThreeWayBoard,
  ThreeWayMember,
} from "../../conferences/index.ts";
import { isPerson } from "../line-ids.ts";

/** The boards that show what telephones do. */
interface Boards {
  readonly presenceBoard: PresenceBoard;
  readonly parked: ParkedBoard;
  readonly conferences: Pick<ConferenceBoard, "apply">;
  readonly threeWay: ThreeWayBoard;
  readonly listening: ListeningBoard;
  readonly bus: Pick<Bus, "publish">;
}

/** Keeps the boards in sync with the phone system. @returns stops it */
export function feedPresenceBoard(phone: Pick<PhoneSystem, "snapshot" | "subscribe">, boards: Boards): () => void {
  const { presenceBoard, parked, conferences, threeWay, listening, bus } = boards;
  const take = (event: PhoneEvent): void => {
    const told = presenceBoardEvent(event);
    if (told !== undefined) presenceBoard.apply(told);
    const slot = parkedEvent(event);
    if (slot !== undefined) parked.apply(slot);
    const conference = conferenceAction(event);
    if (conference !== undefined) conferences.apply(conference);
    if (event.kind === "roomPeople")
      threeWay.apply({ realm: event.realm, confno: event.room.number, people: event.people.map(threeWayMember) });
    const step = listeningStep(event);
    if (step !== undefined) listening.apply(step);
    if (event.kind === "emergencyDialled") bus.publish(noticed, emergencyNotice(event));
  };
  const stop = phone.subscribe(take);
  const { registrations, calls, parked: waiting, rooms } = phone.snapshot();
  for (const { realm, members, state, people, ...room } of rooms) {
    const place = placeOf(realm, room);
    for (const member of members) conferences.apply({ ...place, kind: "joined", member: liveMember(member) });
    conferences.apply({ ...place, kind: "state", ...state });
    if (people.length > 0) threeWay.apply({ realm, confno: place.confno, people: people.map(threeWayMember) });
  }
  for (const registration of registrations)
    take({ kind: "registered", at: registration.registeredAt, registration, refreshed: false });
  for (const call of calls) {
    presenceBoard.apply(called(call));
    for (const one of waiting) if (one.callId === call.id) parked.apply(parkedAt(call, one));
  }
  return stop;
}

/** The change of the presence board for an event; undefined: no change. */
export function presenceBoardEvent(event: PhoneEvent): PresenceBoardEvent | undefined {
  switch (event.kind) {
    case "registered": {
      const { realm, userId, extension, userAgent, registeredAt, expiresAt } = event.registration;
      if (event.refreshed || !isPerson(userId)) return undefined;
      const expiresSeconds = Math.max(1, Math.round((expiresAt - registeredAt) / 1_000));
      return { kind: "registered", realm, userId, exten: extension, userAgent, expiresSeconds };
    }
    case "unregistered": {
      const { realm, userId, extension } = event.registration;
      return event.remainingCount > 0 || !isPerson(userId)
        ? undefined
        : { kind: "unregistered", realm, userId, exten: extension };
    }
    case "callEnded":
      return { kind: "ended", end: endOf(event.call.id, event.record) };
    case "published": {
      const { realm, userId, publication: id, eventPackage, body, expiresSeconds } = event;
      return eventPackage === "presence"
        ? { kind: "published", realm, userId, id, document: body, expiresSeconds }
        : undefined;
    }
    case "digit":
      return undefined;
    default:
      // Every other event about a call carries the state of the call after it.
      return "call" in event ? called(event.call) : undefined;
  }
}

/** The change of the parking slots; undefined: no change. */
function parkedEvent(event: PhoneEvent): ParkedEvent | undefined {
  switch (event.kind) {
    case "parked":
    case "parkingSwapped":
      return parkedAt(event.call, event.parked);
    case "unparked":
      return freed(event.call.realm, event.parked, "unparked");
    case "parkingGaveUp":
      return freed(event.call.realm, event.parked, "giveup");
    case "parkingTimedOut":
      return freed(event.call.realm, event.parked, "timeout");
    default:
      return undefined;
  }
}

/** The change of the conferences; undefined: no change. */
function conferenceAction(event: PhoneEvent): ConferenceAction | undefined {
  if (!("room" in event)) return undefined;
  const place = placeOf(event.realm, event.room);
  switch (event.kind) {
    case "roomJoined":
      return { ...place, kind: "joined", member: liveMember(event.member) };
    case "roomLeft":
      return { ...place, kind: "left", member: liveMember(event.member) };
    case "roomTalking":
    case "roomMember":
      return { ...place, kind: "changed", member: liveMember(event.member) };
    case "roomChanged":
      return { ...place, kind: "state", ...event.state };
    case "roomPeople":
      return undefined;
  }
}

/** The change of a listener; undefined: no change. */
function listeningStep(event: PhoneEvent): ListeningStep | undefined {
  switch (event.kind) {
    case "listeningStarted":
    case "listeningChanged":
    case "listeningEnded": {
      const { realm, legId: channel, listener, watched, watchedSide, mode } = event;
      const legnum = watchedSide === "caller" ? 1 : 2;
      const active = event.kind !== "listeningEnded";
      const watchedId = watched.userId ?? 0;
      const { number: exten, name } = listener;
      return { realm, channel, watchedId, exten, name, num: watched.number, legnum, mode, active };
    }
    default:
      return undefined;
  }
}

function emergencyNotice(event: Extract<PhoneEvent, { kind: "emergencyDialled" }>): Notice {
  const { realm, by, number, callbackNumber, location, reached, at } = event;
  const told = {
    action: "EMERGENCY",
    realm,
    exten: by.number,
    name: by.name,
    number,
    callbackNumber,
    location,
    reached,
    at,
  } as const;
  return { kind: "emergency", realm, userId: by.userId ?? 0, event: told };
}

const placeOf = (realm: string, { number, ownerId }: RoomPlace): ConferencePlace => ({
  realm,
  confno: confnoOf(number),
  ownerId,
});

function liveMember({ legId: channel, party: { number, name, userId }, ...member }: RoomMemberView): LiveMember {
  return { channel, number, name, userId, ...member };
}

function threeWayMember({ party, invitedBy, ...person }: RoomPersonView): ThreeWayMember {
  const { number, name } = party;
  return { ...person, number, name, inviter: invitedBy };
}

const freed = (realm: string, { slot, callId }: ParkedCall, how: Extract<ParkedEvent, { kind: "freed" }>["how"]) =>
  ({ kind: "freed", how, realm, space: slot, callid: callId }) as const;

function parkedAt(call: CallView, parked: ParkedCall): ParkedEvent {
  const { lotId, lotName, slot, callId, parkee, parker, parkedAt: startedAt, timeoutAt } = parked;
  // Only the person who waits is in the call.
  const leg = call.legs.find(({ state }) => state !== "ended");
  const timeoutSeconds = Math.round((timeoutAt - startedAt) / 1_000);
  const place = { realm: call.realm, lot: lotName, exten: lotId, space: slot, callid: callId, channel: leg?.id ?? "" };
  return { kind: "parked", place: { ...place, parkee, parker, startedAt, timeoutSeconds } };
}

function called(call: CallView): PresenceBoardEvent {
  const { realm, id } = call;
  const sides = new Map<number, { realm: string; userId: number; exten: string; call: PersonCall }>();
  for (const leg of call.legs) {
    const { userId, number } = leg.party;
    if (userId === undefined || !isPerson(userId) || leg.state === "ended") continue;
    // Several telephones of one person ring for the same call.
    if (sides.has(userId) && leg.state !== "answered") continue;
    sides.set(userId, { realm, userId, exten: number, call: seenFrom(call, leg) });
  }
  return { kind: "called", callid: id, sides: [...sides.values()] };
}

function seenFrom(call: CallView, leg: LegView): PersonCall {
  const answered = call.answeredAt !== undefined && leg.state === "answered";
  // The phone rings for an invitation: the person has not dialled.
  const invited = leg.far?.came?.how === "invited" && !answered;
  const peer = call.legs.find(({ id, state }) => id !== leg.id && state === "answered");
  const shown = peerOf(call, leg);
  return {
    callid: call.id,
    legCallid: leg.sipCallId,
    ...shown,
    ...ownersOf(peer, leg, shown.user),
    state: answered ? "answered" : "early",
    direction: leg.side === "caller" && !invited ? "out" : "in",
    channel: leg.id,
    peerChannel: peer?.id ?? "",
    ...recordingOf(call),
    held: leg.held,
    startedAt: call.startedAt,
    ...(answered ? { answeredAt: call.answeredAt } : {}),
  };
}

/** RT-19: the owners of an outside party are the people who talk to it. A withheld number does not show in the id either. */
function ownersOf(peer: LegView | undefined, leg: LegView, shown: string): Pick<PersonCall, "peerOwners"> {
  if (peer === undefined) return {};
  const { userId, number } = peer.party;
  if (userId !== undefined && isPerson(userId)) return shown === number ? { peerOwners: [userId] } : {};
  return leg.party.userId === undefined ? {} : { peerOwners: [leg.party.userId] };
}

function peerOf(call: CallView, leg: LegView): Pick<PersonCall, "user" | "name" | "kind" | "doing"> {
  const { doing, party = leg.side === "caller" ? call.callee : call.caller } = leg.far ?? {};
  const kind = farKindOf(party);
  // RT-43
  if (kind === "listening") return { user: "", name: "", kind: "service" };
  const what = kind === "person" ? {} : { kind };
  return { user: party.number, name: party.name, ...what, ...(doing === undefined ? {} : { doing }) };
}

/** A call is recorded when a side of it is recorded; each side sees its own recording. */
function recordingOf({ legs }: CallView): Pick<PersonCall, "recording" | "monitorFile"> {
  const recorded = legs.find(({ recordingId }) => recordingId !== undefined);
  if (recorded?.recordingId === undefined) return { recording: "off" };
  return { recording: recorded.recording, monitorFile: recorded.recordingId };
}

function endOf(callid: string, { disposition, failed, sipStatus }: CallRecord): CallEnd {
  if (disposition === "cancelled" || disposition === "transferred") return { callid, how: "CANCELED" };
  return failed ? { callid, how: "SIPERROR", cause: sipStatus } : { callid, how: "TERMINATED" };
}
