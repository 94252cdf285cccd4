/**
 * What the realtime connection carries, both ways (spec 1 §4, spec 2 §7). Every frame is JSON. The panel signs in with
 * its first frame; after that the server sends events, each with the stream's sequence number, and answers commands. A
 * message of the server is a frame, or an array of frames for a panel that takes them.
 */
import * as z from "zod/mini";
import { recordingArchiveSchema } from "../endpoints/calls/recording-archives.ts";
import { FAR_DOINGS, FAR_KINDS } from "../far-end.ts";
import { conferenceMemberSchema } from "../conference-state.ts";
import { PRESENCES } from "../limits.ts";
import { queueAgentSchema, queueCallerSchema, queueSummarySchema } from "../queue-state.ts";

const ms = z.number(); // since epoch

export const callStateSchema = z.enum(["early", "answered"]);

/** Spec 1 §3, buddy call. `channel` is this person's own leg. */
export const buddyCallSchema = z.object({
  callid: z.string(),
  legCallid: z.string(),
  /** Number and name of the other side; both empty without `show_caller_id_info`. */
  user: z.string(),
  name: z.string(),
  /** What the other side is; absent: a person. It is sent also without `show_caller_id_info`. */
  kind: z.optional(z.enum(FAR_KINDS)),
  doing: z.optional(z.enum(FAR_DOINGS)),
  state: callStateSchema,
  direction: z.enum(["in", "out"]),
  channel: z.string(),
  /** The other side's leg: the one that moves when the call is dragged from this person's card. Empty if there is no such leg. */
  peerChannel: z.string(),
  /**
   * User ids of the people to whom the rights for that leg apply (RT-19): the leg's owner, or the person who talks to an
   * outside person. Absent if there is no such leg, and if the other side is not shown.
   */
  peerOwners: z.optional(z.array(z.number())),
  recording: z.enum(["off", "on", "paused"]),
  /** True while this person keeps the other side on hold. */
  held: z.boolean(),
  startedAt: ms,
  answeredAt: z.optional(ms),
});
export type BuddyCall = z.infer<typeof buddyCallSchema>;

export const queueEventNames = [
  "ABANDON",
  "ADDMEMBER",
  "COMPLETEAGENT",
  "COMPLETECALLER",
  "CONFIGRELOAD",
  "CONNECT",
  "ENTERQUEUE",
  "EXITEMPTY",
  "EXITWITHKEY",
  "EXITWITHTIMEOUT",
  "PAUSE",
  "PAUSED",
  "QUEUESTART",
  "REMOVEMEMBER",
  "RINGCANCELED",
  "RINGNOANSWER",
  "UNPAUSE",
  "UNPAUSED",
  "AGENTLOGIN",
  "AGENTLOGOFF",
  "ATTENDEDTRANSFER",
  "BLINDTRANSFER",
  "AGENTDUMP",
  "SYSCOMPAT",
  "PAUSEALL",
  "UNPAUSEALL",
  "PENALTY",
  "RINGINUSE",
  "WITHDRAW",
  "OUTCALL",
] as const;

const of = { realm: z.string(), exten: z.string() };
const callOf = { ...of, call: buddyCallSchema };

export const presenceEventSchema = z.object({
  action: z.literal("PRESENCE"),
  ...of,
  presence: z.enum(PRESENCES),
  note: z.optional(z.string()),
});
export const presenceFeatureEventSchema = z.object({
  action: z.literal("PRESENCE_FEATURE"),
  ...of,
  feature: z.enum(["dnd", "forward", "followme"]),
  enabled: z.boolean(),
  number: z.optional(z.string()),
});
/** What is shown of the video meeting that a person is in; `room` is empty where not everybody of the company may enter it, and without `show_caller_id_info`. */
export const buddyMeetingSchema = z.object({ room: z.string() });
export type BuddyMeeting = z.infer<typeof buddyMeetingSchema>;
/** Null: the person is in none any more. */
export const meetingEventSchema = z.object({
  action: z.literal("MEETING"),
  ...of,
  meeting: z.nullable(buddyMeetingSchema),
});
/** `expires` 0 sets a buddy offline, any other number online (spec 1 §4). */
export const registerEventSchema = z.object({
  action: z.literal("REGISTER"),
  ...of,
  expires: z.number(),
  userAgent: z.string(),
});
export const initiateEventSchema = z.object({ action: z.literal("INITIATE"), ...callOf });
export const confirmedEventSchema = z.object({ action: z.literal("CONFIRMED"), ...callOf });
export const callChannelEventSchema = z.object({ action: z.literal("CALLCHAN"), ...callOf });
export const terminatedEventSchema = z.object({
  action: z.enum(["TERMINATED", "SIPERROR", "CANCELED"]),
  ...of,
  callid: z.string(),
  cause: z.optional(z.number()),
});
export const errorEventSchema = z.object({ action: z.literal("ERROR"), message: z.string() });
/** Changes that leave no row in the queue log: an agent's state, a figure, the queue itself. */
export const queueStateEventNames = ["MEMBER", "MEMBERGONE", "PARAMS", "REMOVED"] as const;
/** What happened in a queue, by the names of the queue log (docs/spec/queue-log.md), or a change of its state. */
export const queueEventSchema = z.object({
  action: z.literal("QUEUE"),
  realm: z.string(),
  /** Its number; empty: all queues. */
  queue: z.string(),
  event: z.enum([...queueEventNames, ...queueStateEventNames]),
  callid: z.optional(z.string()),
  /** Extension. */
  agent: z.optional(z.string()),
  cause: z.optional(z.string()),
  /** Seconds. */
  holdtime: z.optional(z.number()),
  position: z.optional(z.number()),
  /** Of MEMBER: the agent from now on. */
  member: z.optional(queueAgentSchema),
  /** Of PARAMS. */
  name: z.optional(z.string()),
  summary: z.optional(queueSummarySchema),
});
/** A caller joins the line, changes (position, phones that ring), or leaves it. Callers behind one who joins or leaves move by one without an event of their own. */
export const queueChannelEventSchema = z.object({
  action: z.literal("QUEUECHAN"),
  realm: z.string(),
  queue: z.string(),
  event: z.enum(["join", "change", "leave"]),
  ...queueCallerSchema.shape,
});
/** The missed callers of a queue have changed (`listMissedCallers`). */
export const missedCallersEventSchema = z.object({
  action: z.literal("QUEUEMISSED"),
  realm: z.string(),
  /** Its number. */
  queue: z.string(),
});
export const CONFERENCE_MEMBER_EVENTS = [
  "join",
  "list",
  "leave",
  "talking",
  "silent",
  "mute",
  "unmute",
  "change",
] as const;
export const CONFERENCE_ROOM_EVENTS = ["lock", "unlock", "record", "unrecord"] as const;
/** With a member: they join or leave, begin or stop talking, are muted or unmuted, or change otherwise (`change`: admin, waiting, may speak). `list` is a join that a hosted system repeats. Without: the room. */
export const conferenceEventSchema = z.object({
  action: z.literal("CONFBRIDGE"),
  realm: z.string(),
  confno: z.string(),
  event: z.enum([...CONFERENCE_MEMBER_EVENTS, ...CONFERENCE_ROOM_EVENTS]),
  member: z.optional(conferenceMemberSchema),
});
/** The state of a person who is in a three-way call or invited to it. */
export const THREE_WAY_STATES = ["in", "ringing", "declined", "busy", "noAnswer", "failed"] as const;
export const threeWayPersonSchema = z.object({
  /** The leg; for a person who is rung, the call that rings them. */
  id: z.string(),
  number: z.string(),
  name: z.string(),
  state: z.enum(THREE_WAY_STATES),
  talking: z.boolean(),
  muted: z.boolean(),
  /** They have put the call on hold. */
  held: z.boolean(),
  /** They own the call: they may remove anybody. */
  isHost: z.boolean(),
  /** The extension of who invited them. */
  invitedBy: z.optional(z.string()),
});
export type ThreeWayPerson = z.infer<typeof threeWayPersonSchema>;
const threeWay = { realm: z.string(), confno: z.string(), people: z.array(threeWayPersonSchema) };
export const threeWaySchema = z.object(threeWay);
/** Everybody in a three-way call, after each change; sent to those who are in it. Empty: the receiver has left it. */
export const threeWayEventSchema = z.object({ action: z.literal("THREEWAY"), ...threeWay });
export type ThreeWayEvent = z.infer<typeof threeWayEventSchema>;
export const bridgeEventSchema = z.object({
  action: z.literal("CALLBRIDGE"),
  ...of,
  callid: z.string(),
  bridgeid: z.string(),
  bridgePeer: z.nullable(z.string()),
});
export const channelEventSchema = z.object({
  action: z.literal("CHANINFO"),
  ...of,
  callid: z.string(),
  channel: z.string(),
  amisrvid: z.string(),
});
/** `exten` and `name` are those of the listener, `num` is the extension of the person they listen to. */
const listening = {
  ...of,
  name: z.string(),
  mode: z.enum(["monitor", "fullbarge", "whisper"]),
  num: z.string(),
  /** 1: the person placed the call; 2: they were called. */
  legnum: z.number(),
};
export const listeningSchema = z.object(listening);
export type Listening = z.infer<typeof listeningSchema>;
export const spyEventSchema = z.object({ action: z.literal("CHANSPY"), ...listening, active: z.boolean() });
export const monitorEventSchema = z.object({
  action: z.literal("CALLMONITOR"),
  ...of,
  callid: z.string(),
  recording: z.boolean(),
  monitorFile: z.nullable(z.string()),
});
export const mailboxEventSchema = z.object({ action: z.literal("MWI"), ...of, new: z.number(), old: z.number() });
export const parkingEventSchema = z.object({
  action: z.literal("PARKING"),
  realm: z.string(),
  event: z.enum(["parked", "unparked", "giveup", "timeout", "swap"]),
  lot: z.string(),
  exten: z.string(),
  space: z.string(),
  parkee: z.optional(z.object({ name: z.string(), number: z.string(), channel: z.string(), uniqueid: z.string() })),
  parker: z.optional(z.object({ name: z.string(), number: z.string() })),
  timeoutSeconds: z.optional(z.number()),
  startedAt: z.optional(ms),
});
/** Spec 1 §3, parked call: a taken slot in a snapshot and in ParkedCalls. */
export const parkedCallSchema = z.object({
  realm: z.string(),
  /** The lot's name and extension, and the slot. */
  lot: z.string(),
  exten: z.string(),
  space: z.string(),
  parkee: z.object({ name: z.string(), number: z.string(), channel: z.string(), uniqueid: z.string() }),
  parker: z.object({ name: z.string(), number: z.string() }),
  timeoutSeconds: z.number(),
  startedAt: ms,
});
export type ParkedCall = z.infer<typeof parkedCallSchema>;
export const attendedTransferEventSchema = z.object({
  action: z.literal("ATTENDEDXFER"),
  ...of,
  callid: z.string(),
  result: z.enum(["initiated", "accepted", "failed"]),
  reason: z.optional(z.string()),
});
export const buddyPreferenceEventSchema = z.object({
  action: z.literal("BUDDYPREF"),
  ...of,
  watched: z.boolean(),
  sort: z.optional(z.number()),
});

/** An own setting was changed in another place: the panel must load it again. Sent only to its owner; for a toggle destination (`exten` is its number) to all who may see it. */
export const settingEventSchema = z.object({
  action: z.literal("SETTING"),
  ...of,
  setting: z.enum([
    "preferences",
    "click_to_dial",
    "screen_pop",
    "notifications",
    "chat_notices",
    "profile",
    "otp",
    "sms_to_email",
    "do_not_disturb",
    "call_waiting",
    "intercom",
    "forward",
    "follow_me",
    "emergency_caller_id",
    "blacklists",
    "toggle_destinations",
    "personal_conferences",
  ]),
});

/** Contacts or tags were added, changed or removed: data that was read before may be outdated. The user's own, or shared ones. */
export const contactsEventSchema = z.object({
  action: z.literal("CONTACTS"),
  realm: z.string(),
  is_personal: z.boolean(),
  /** Ids of the contacts; empty: many, or a tag. */
  ids: z.array(z.number()),
});
export type ContactsEvent = z.infer<typeof contactsEventSchema>;

/** What the card of a colleague says, apart from their phones. */
export const colleagueCardSchema = z.object({
  userId: z.number(),
  username: z.string(),
  exten: z.string(),
  name: z.string(),
  department: z.nullable(z.string()),
  pictureProfileUrl: z.nullable(z.string()),
});
export type ColleagueCard = z.infer<typeof colleagueCardSchema>;

/** Colleagues were added, changed or removed. Both lists empty: many, so lists load again. */
export const peopleEventSchema = z.object({
  action: z.literal("PEOPLE"),
  realm: z.string(),
  changed: z.array(colleagueCardSchema),
  removed: z.array(z.number()),
});
export type PeopleEvent = z.infer<typeof peopleEventSchema>;

/** The codes that telephones dial were changed: they load again. Sent to those who may use a phone. */
export const featureCodesEventSchema = z.object({ action: z.literal("FEATURE_CODES"), realm: z.string() });
export type FeatureCodesEvent = z.infer<typeof featureCodesEventSchema>;

/** Something of the company was changed: lists of the administration load again. Sent to those who see an area of it. */
export const administrationEventSchema = z.object({ action: z.literal("ADMINISTRATION"), realm: z.string() });
export type AdministrationEvent = z.infer<typeof administrationEventSchema>;

/** Registrations, calls, queues or rooms have changed: the page of activity loads again. Sent to those who see it, at most once a second. */
export const activityEventSchema = z.object({ action: z.literal("ACTIVITY"), realm: z.string() });
export type ActivityEvent = z.infer<typeof activityEventSchema>;

/** Progress of the user's own contact import. Sent only to its owner. */
export const contactImportEventSchema = z.object({
  action: z.literal("CONTACTIMPORT"),
  realm: z.string(),
  id: z.string(),
  phase: z.enum(["running", "done", "cancelled", "failed"]),
  done: z.number(),
  total: z.number(),
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  refused: z.number(),
});

/** A call was added to the call history: the receiver's own, or of a person with calls that the receiver lists. */
export const callWrittenEventSchema = z.object({
  action: z.literal("CDR"),
  realm: z.string(),
  /** `call_id` of the record. */
  callid: z.string(),
});

/** A call did not ring at the user's own phones (DIVERT rules): `listDivertedCalls` returns them. Sent only to that person. */
export const callDivertedEventSchema = z.object({
  action: z.literal("DIVERTED"),
  realm: z.string(),
  /** `call_id` of the record. */
  callid: z.string(),
});

/** A conversation by text message changed: sent to the people who share its number, who load it again. */
export const smsEventSchema = z.object({
  action: z.literal("SMS"),
  /** `id` of the conversation. */
  conversation: z.string(),
  /** A message came in, at this place; missing: something else changed. */
  received: z.optional(z.number()),
});

/** An unsent text message of the user changed: `listSmsDrafts` returns it. Sent only to that person. */
export const smsDraftEventSchema = z.object({ action: z.literal("SMS_DRAFT") });

/** Somebody waits for the user in a video room that the user may enter. Sent only to that person. */
export const videoInviteEventSchema = z.object({
  action: z.literal("VIDEO_INVITE"),
  room: z.object({ id: z.number(), name: z.string() }),
  from: z.object({ exten: z.string(), name: z.string() }),
});
export type VideoInviteEvent = z.infer<typeof videoInviteEventSchema>;

/** Progress of the user's own archive of recordings. Sent only to its owner. */
export const recordingArchiveEventSchema = z.object({
  action: z.literal("ARCHIVE"),
  realm: z.string(),
  archive: recordingArchiveSchema,
});

/** A person called an emergency service, or its test number; not `reached` if there was no outside line. */
export const emergencyEventSchema = z.object({
  action: z.literal("EMERGENCY"),
  ...of,
  name: z.string(),
  number: z.string(),
  callbackNumber: z.string(),
  /** Empty if unknown. */
  location: z.string(),
  reached: z.boolean(),
  at: ms,
});

export const realtimeEventSchema = z.discriminatedUnion("action", [
  callWrittenEventSchema,
  callDivertedEventSchema,
  recordingArchiveEventSchema,
  presenceEventSchema,
  presenceFeatureEventSchema,
  registerEventSchema,
  initiateEventSchema,
  confirmedEventSchema,
  callChannelEventSchema,
  terminatedEventSchema,
  errorEventSchema,
  queueEventSchema,
  queueChannelEventSchema,
  missedCallersEventSchema,
  conferenceEventSchema,
  meetingEventSchema,
  threeWayEventSchema,
  bridgeEventSchema,
  channelEventSchema,
  spyEventSchema,
  monitorEventSchema,
  mailboxEventSchema,
  parkingEventSchema,
  attendedTransferEventSchema,
  buddyPreferenceEventSchema,
  settingEventSchema,
  emergencyEventSchema,
  contactsEventSchema,
  contactImportEventSchema,
  smsEventSchema,
  smsDraftEventSchema,
  peopleEventSchema,
  featureCodesEventSchema,
  administrationEventSchema,
  activityEventSchema,
  videoInviteEventSchema,
]);
export type RealtimeEvent = z.infer<typeof realtimeEventSchema>;

/** One person in a snapshot; a person who is not in it is offline and in no call. */
export const buddyStateSchema = z.object({
  ...of,
  presence: z.enum(PRESENCES),
  note: z.optional(z.string()),
  registered: z.boolean(),
  /** Null without `show_dnd`. */
  dnd: z.nullable(z.boolean()),
  /** Null without `show_callforward`; `number` is empty while it is not enabled or not known. */
  forward: z.nullable(z.object({ enabled: z.boolean(), number: z.string() })),
  /** Null without `show_followme`. */
  followme: z.nullable(z.boolean()),
  /** New voicemails; null without `show_voicemail_count`, and until they are counted. */
  voicemails: z.nullable(z.number()),
  calls: z.array(buddyCallSchema),
  /** Absent: in no video meeting, or without `show_call_state`. */
  meeting: z.optional(buddyMeetingSchema),
});
export type BuddyState = z.infer<typeof buddyStateSchema>;

/** The result of CoreShowChannels: a call appears once for each colleague in it. */
export const shownChannelsSchema = z.array(z.object({ ...of, call: buddyCallSchema }));
export type ShownChannels = z.infer<typeof shownChannelsSchema>;
