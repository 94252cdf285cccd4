import {
  holdsForAll,
  holdsRule,
  isPrivateRoom,
  THREE_WAY_ROOM_NAME,
  type BuddyCall,
  type BuddyMeeting,
  type BuddyState,
  type RealtimeEvent,
  type ShownChannels,
} from "@callpanel/contract";
import { isDeepStrictEqual } from "node:util";
import { grantKey, type Receiving, type Visibility } from "../realtime/index.ts";
import { presenceOf, sameCall, type Person, type PersonCall } from "./presence.model.ts";

/** What one receiver may see of one person (spec 1 §6, buddies show_…). */
interface Sight {
  /** The person is the receiver. */
  readonly self: boolean;
  /** The receiver may see the person who is listened to. */
  readonly listening: boolean;
  readonly person: boolean;
  readonly calls: boolean;
  readonly callerId: boolean;
  readonly dnd: boolean;
  readonly forward: boolean;
  readonly followme: boolean;
  readonly voicemails: boolean;
}

/** The visible part of the settings that a person has switched on. */
export interface ShownFeatures {
  readonly dnd: boolean | null;
  readonly forward: { enabled: boolean; number: string } | null;
  readonly followme: boolean | null;
}

/** What one class of receivers may see of people. */
export interface PresenceSight extends Visibility {
  readonly of: (person: Person) => Sight;
}

/** A step of a person. */
export interface PresenceChange {
  readonly before: Person;
  readonly after: Person;
}

const MODULE = "panel_buddies";
const READING = ["read", "read_for", "list_for"] as const;
const SHOWING = [
  "show_call_state",
  "show_caller_id_info",
  "show_dnd",
  "show_callforward",
  "show_followme",
  "show_voicemail_count",
] as const;
const RULES = [...READING, ...SHOWING] as const;
const NOTHING: Sight = {
  self: false,
  listening: false,
  person: false,
  calls: false,
  callerId: false,
  dnd: false,
  forward: false,
  followme: false,
  voicemails: false,
};
const EVERYTHING: Sight = {
  self: true,
  listening: true,
  person: true,
  calls: true,
  callerId: true,
  dnd: true,
  forward: true,
  followme: true,
  voicemails: true,
};

/**
 * RT-32: everyone sees themselves in full.
 * RT-5: what is visible of others depends on the receiver's rights on buddies; rules limited to ids apply to those user ids.
 */
export function presenceSightOf(realm: string, receiving: Receiving): PresenceSight {
  const { userId: own, rights } = receiving;
  const holds = (rule: string, userId: number) => holdsRule(rights, MODULE, rule, String(userId));
  const reads = (userId: number) => READING.some((rule) => holds(rule, userId));
  // RT-32: a receiver whose rights show less than all of themselves needs a separate class.
  const isAlone = !reads(own) || !SHOWING.every((rule) => holds(rule, own));
  // RT-45: people who may listen to everybody.
  const listening = holdsForAll(rights, "active_calls", "execute_callspy");
  return {
    key: JSON.stringify([isAlone ? own : null, listening, ...RULES.map((rule) => grantKey(rights, MODULE, rule))]),
    of: ({ realm: theirs, userId }) => {
      if (theirs !== realm) return NOTHING;
      // In a class that people share, nobody is the receiver: all see the same.
      if (isAlone && userId === own) return EVERYTHING;
      if (!reads(userId)) return NOTHING;
      const calls = holds("show_call_state", userId);
      return {
        self: false,
        listening,
        person: true,
        calls,
        callerId: calls && holds("show_caller_id_info", userId),
        dnd: holds("show_dnd", userId),
        forward: holds("show_callforward", userId),
        followme: holds("show_followme", userId),
        voicemails: holds("show_voicemail_count", userId),
      };
    },
  };
}

/** RT-3: the events that this class receives for a step from `before` to `after`, in order; the presence comes last. */
export function presenceEvents({ before, after }: PresenceChange, { of }: PresenceSight): readonly RealtimeEvent[] {
  const sight = of(after);
  if (!sight.person || before === after) return [];
  const { realm, exten } = after;
  const events: RealtimeEvent[] = [];
  if (before.registered !== after.registered)
    events.push({
      action: "REGISTER",
      realm,
      exten,
      expires: after.registered?.expiresSeconds ?? 0,
      userAgent: after.registered?.userAgent ?? "",
    });
  events.push(...featureEvents(before, after, sight));
  const { newCount, oldCount } = after.mailbox;
  if (sight.voicemails && before.mailbox !== after.mailbox)
    events.push({ action: "MWI", realm, exten, new: newCount, old: oldCount });
  if (sight.calls) events.push(...callEvents(before, after, sight));
  if (sight.calls && before.meeting !== after.meeting)
    events.push({
      action: "MEETING",
      realm,
      exten,
      meeting: after.meeting ? shownMeeting(after.meeting, sight) : null,
    });
  const presence = presenceOf(after, sight.calls);
  const note = after.published?.note;
  if (presence !== presenceOf(before, sight.calls) || note !== before.published?.note)
    events.push({ action: "PRESENCE", realm, exten, presence, ...(note === undefined ? {} : { note }) });
  return events;
}

/** RT-47 */
const shownMeeting = (meeting: BuddyMeeting, { callerId }: Sight): BuddyMeeting => (callerId ? meeting : { room: "" });

function featureEvents(before: Person, after: Person, sight: Sight): readonly RealtimeEvent[] {
  const { realm, exten, features: now } = after;
  const then = before.features;
  if (then === now) return [];
  const { number } = now.forward;
  const of = { action: "PRESENCE_FEATURE", realm, exten } as const;
  return [
    ...(sight.dnd && then.dnd !== now.dnd ? [{ ...of, feature: "dnd" as const, enabled: now.dnd }] : []),
    ...(sight.forward && !isDeepStrictEqual(then.forward, now.forward)
      ? [{ ...of, feature: "forward" as const, enabled: now.forward.enabled, ...(number === "" ? {} : { number }) }]
      : []),
    ...(sight.followme && then.followme !== now.followme
      ? [{ ...of, feature: "followme" as const, enabled: now.followme }]
      : []),
  ];
}

/** RT-34. */
export function shownFeatures({ features }: Person, sight: Sight): ShownFeatures {
  return {
    dnd: sight.dnd ? features.dnd : null,
    forward: sight.forward ? { ...features.forward } : null,
    followme: sight.followme ? features.followme : null,
  };
}

/** RT-37: the number of unheard messages; null for receivers who may not see it. */
export const shownVoicemails = ({ mailbox }: Person, { voicemails }: Sight): number | null =>
  voicemails ? mailbox.newCount : null;

function callEvents(before: Person, after: Person, sight: Sight): readonly RealtimeEvent[] {
  const { realm, exten } = after;
  const gone = before.calls.filter(({ callid }) => !after.calls.some((one) => one.callid === callid));
  return [
    ...gone.map(({ callid }): RealtimeEvent => {
      const end = after.lastEnd?.callid === callid ? after.lastEnd : undefined;
      const cause = end?.cause;
      return { action: end?.how ?? "TERMINATED", realm, exten, callid, ...(cause === undefined ? {} : { cause }) };
    }),
    ...after.calls.flatMap((call): readonly RealtimeEvent[] => {
      const known = before.calls.find(({ callid }) => callid === call.callid);
      if (known !== undefined && sameCall(known, call)) return [];
      const told: RealtimeEvent = { action: actionOf(known, call), realm, exten, call: veil(call, sight) };
      return isRecordedAlike(known, call) ? [told] : [told, monitorEvent({ realm, exten }, call)];
    }),
  ];
}

function actionOf(known: PersonCall | undefined, call: PersonCall): "INITIATE" | "CONFIRMED" | "CALLCHAN" {
  if (known === undefined && call.state === "early") return "INITIATE";
  return known?.state !== "answered" && call.state === "answered" ? "CONFIRMED" : "CALLCHAN";
}

/** RT-4: the current state of everyone that this class sees. */
export function buddyStates(people: Iterable<Person>, { of }: PresenceSight): readonly BuddyState[] {
  return [...people].flatMap((person) => {
    const sight = of(person);
    if (!sight.person) return [];
    const { realm, exten, registered, published } = person;
    const note = published?.note;
    return {
      realm,
      exten,
      presence: presenceOf(person, sight.calls),
      ...(note === undefined ? {} : { note }),
      registered: registered !== undefined,
      ...shownFeatures(person, sight),
      voicemails: shownVoicemails(person, sight),
      calls: sight.calls ? person.calls.map((call) => veil(call, sight)) : [],
      ...(sight.calls && person.meeting !== undefined && { meeting: shownMeeting(person.meeting, sight) }),
    };
  });
}

/** RT-8: CoreShowChannels. */
export function shownChannels(people: Iterable<Person>, { of }: PresenceSight): ShownChannels {
  return [...people].flatMap((person) => {
    const sight = of(person);
    if (!sight.calls) return [];
    return person.calls.map((call) => ({ realm: person.realm, exten: person.exten, call: veil(call, sight) }));
  });
}

/** REC-31: whether the state of the recording is the same. */
const isRecordedAlike = (known: PersonCall | undefined, call: PersonCall): boolean =>
  (known?.recording ?? "off") === call.recording && known?.monitorFile === call.monitorFile;

function monitorEvent(of: { readonly realm: string; readonly exten: string }, call: PersonCall): RealtimeEvent {
  const { callid, recording, monitorFile = null } = call;
  return { action: "CALLMONITOR", ...of, callid, recording: recording !== "off", monitorFile };
}

function veil(seen: PersonCall, { self, listening, callerId }: Sight): BuddyCall {
  const { monitorFile: _, ...told } = seen;
  const call = told.kind === "listening" && !listening ? ordinary(told) : told;
  if (!callerId) return { ...call, user: "", name: "", peerOwners: undefined };
  // ROOM-11: others see that a person is in a three-way call, but not its number and its members.
  if (self || !isPrivateRoom(call.user)) return call;
  return { ...call, user: "", name: THREE_WAY_ROOM_NAME, peerOwners: undefined };
}

/** RT-45: a call with an unknown party. */
const ordinary = (call: BuddyCall): BuddyCall => ({
  ...call,
  kind: undefined,
  doing: undefined,
  peerOwners: undefined,
  user: "",
  name: "",
});
