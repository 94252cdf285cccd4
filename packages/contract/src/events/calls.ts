/** Events of people and their calls, and what a snapshot says of them (spec 1 §3 and §4). */
import * as z from "zod/mini";
import { FAR_DOINGS, FAR_KINDS } from "../far-end.ts";
import { PRESENCES } from "../limits.ts";

const ms = z.number(); // since epoch
const of = { realm: z.string(), exten: z.string() };

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
export const attendedTransferEventSchema = z.object({
  action: z.literal("ATTENDEDXFER"),
  ...of,
  callid: z.string(),
  result: z.enum(["initiated", "accepted", "failed"]),
  reason: z.optional(z.string()),
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
