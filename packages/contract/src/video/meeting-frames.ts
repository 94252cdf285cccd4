/** The frames of the socket `/video` (docs/spec/video-meeting.md). */
import * as z from "zod/mini";
import { meetingRoleSchema } from "../endpoints/calls/video-meetings.ts";
import { errorDetailsSchema } from "../errors/error-body.ts";
import { MEETING_LIMITS } from "./meeting-limits.ts";

/** What one participant can send: the sound and the picture of each, and of a shared screen. */
export const SENT_KINDS = ["voice", "camera", "screen", "screen-sound"] as const;
export const sentKindSchema = z.enum(SENT_KINDS);
export type SentKind = z.infer<typeof sentKindSchema>;

/** Of one participant in one meeting; it means nothing elsewhere. */
export const participantIdSchema = z.string().check(z.regex(/^[\w-]{1,32}$/));
const requestId = z.string().check(z.minLength(1), z.maxLength(64));
const mid = z.string().check(z.minLength(1), z.maxLength(16));
const pixels = z.number().check(z.int(), z.gte(1), z.lte(16_384));

/** What a participant sends now, as its page reports it and admins may have changed it. */
const sendingFields = { microphone: z.boolean(), camera: z.boolean(), screen: z.boolean() };

export const participantSchema = z.object({
  id: participantIdSchema,
  name: z.string(),
  role: meetingRoleSchema,
  /** A person of the company; null: somebody who came by a link. */
  user_id: z.nullable(z.number()),
  /** Sound only: no picture can come. */
  telephone: z.boolean(),
  ...sendingFields,
  /** Raised at (ms since epoch); null: the hand is down. */
  hand: z.nullable(z.number()),
  /** The connection is interrupted; the participant is expected back. */
  away: z.boolean(),
});
export type Participant = z.infer<typeof participantSchema>;

export const meetingMessageSchema = z.object({
  /** Counts up by one in a meeting. */
  n: z.number(),
  from: participantIdSchema,
  /** Stays when the participant has left. */
  name: z.string(),
  at: z.number(),
  text: z.string(),
});
export type MeetingMessage = z.infer<typeof meetingMessageSchema>;

/** A wanted picture, the most important first; what is not in the list is not sent. */
const tileSchema = z.object({
  participant: participantIdSchema,
  kind: z.enum(["camera", "screen"]),
  width: pixels,
  height: pixels,
  priority: z.enum(["screen", "large", "small"]),
});
export type MeetingTile = z.infer<typeof tileSchema>;

/** Each is answered by `done` or `refused` with its `request`. Those of admins name the participant they are about. */
export const meetingOrderSchema = z.discriminatedUnion("order", [
  z.object({ order: z.literal("hand"), up: z.boolean(), participant: z.optional(participantIdSchema) }),
  /** One of `MEETING_REACTIONS`. */
  z.object({ order: z.literal("react"), emoji: z.string().check(z.minLength(1), z.maxLength(16)) }),
  z.object({ order: z.literal("say"), text: z.string() }),
  z.object({ order: z.literal("admit"), participant: participantIdSchema }),
  z.object({ order: z.literal("deny"), participant: participantIdSchema }),
  /** Without a participant: everybody else. Nobody's microphone or camera is turned on by others. */
  z.object({
    order: z.literal("mute"),
    what: z.enum(["microphone", "camera", "screen"]),
    participant: z.optional(participantIdSchema),
  }),
  z.object({ order: z.literal("remove"), participant: participantIdSchema }),
  /** Rings a telephone, which is in the meeting when it answers: people of the company only, with their right to call the number. */
  z.object({ order: z.literal("call"), number: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  /** Stops ringing it. */
  z.object({ order: z.literal("cancelCall"), participant: participantIdSchema }),
  /** A locked meeting admits nobody, not even to the lobby; people who were in it can come back. */
  z.object({ order: z.literal("lock"), on: z.boolean() }),
  /** Records the sound of the meeting, where room and company allow it; people of the company begin. */
  z.object({ order: z.literal("record"), on: z.boolean() }),
  z.object({ order: z.literal("end") }),
]);
export type MeetingOrder = z.infer<typeof meetingOrderSchema>;

export const meetingClientFrameSchema = z.discriminatedUnion("type", [
  /** First: a ticket of POST `video_meetings/enter`, used once; or `resume` of an earlier `joined`. Where one cannot enter, `refused` or `over` comes. */
  z.object({ type: z.literal("enter"), ticket: z.string().check(z.maxLength(200)) }),
  z.object({ type: z.literal("resume"), token: z.string().check(z.maxLength(200)) }),
  /**
   * The browser always offers. What it sends is named by section; sections in which it only receives are slots. Answered by
   * `answer` or `refused`.
   */
  z.object({
    type: z.literal("offer"),
    request: requestId,
    sdp: z.string().check(z.maxLength(MEETING_LIMITS.sdpBytes)),
    sends: z.array(z.object({ mid, kind: sentKindSchema })).check(z.maxLength(SENT_KINDS.length)),
  }),
  z.object({ type: z.literal("show"), tiles: z.array(tileSchema).check(z.maxLength(MEETING_LIMITS.tiles)) }),
  /** What the page sends now; at first nothing. What is not named here is dropped. */
  z.object({ type: z.literal("sending"), ...sendingFields }),
  z.object({ type: z.literal("order"), request: requestId, order: meetingOrderSchema }),
  /** Hangs up; a closed socket without it is an interruption. */
  z.object({ type: z.literal("leave") }),
  z.object({ type: z.literal("pong") }),
]);
export type MeetingClientFrame = z.infer<typeof meetingClientFrameSchema>;

/** What the server needs of an order to refuse it: one that it does not know must not end the connection (MEET-35). */
export const meetingOrderHeadSchema = z.object({ type: z.literal("order"), request: requestId });
export type MeetingOrderHead = z.infer<typeof meetingOrderHeadSchema>;

export const MEETING_MISSES = ["busy", "declined", "noAnswer", "failed"] as const;
export const meetingMissSchema = z.enum(MEETING_MISSES);
export type MeetingMiss = z.infer<typeof meetingMissSchema>;

export const MEETING_ENDS = ["left", "removed", "denied", "ended", "expired", "replaced", "elsewhere", "lost"] as const;
export const meetingEndSchema = z.enum(MEETING_ENDS);
export type MeetingEnd = z.infer<typeof meetingEndSchema>;

export const meetingServerFrameSchema = z.discriminatedUnion("type", [
  /** Answer it with `pong`; a connection that is silent for two heartbeats is dead on either side. */
  z.object({ type: z.literal("ping") }),
  /** The participant waits in the lobby until an admin admits them. */
  z.object({ type: z.literal("lobby"), room: z.string(), heartbeat_ms: z.number() }),
  /** The participant is in. Also the answer to `resume`: what is not in it is gone. */
  z.object({
    type: z.literal("joined"),
    self: participantIdSchema,
    room: z.string(),
    role: meetingRoleSchema,
    /** Enters again after an interruption, for `resume_ms`. */
    resume: z.string(),
    resume_ms: z.number(),
    heartbeat_ms: z.number(),
    locked: z.boolean(),
    recording: z.boolean(),
    /** Screens may be shared. */
    shared_screen: z.boolean(),
    /** As an admin one may call telephones into the meeting. */
    may_call: z.boolean(),
    /** As an admin one may record the meeting. */
    may_record: z.boolean(),
    participants: z.array(participantSchema),
    messages: z.array(meetingMessageSchema),
  }),
  z.object({ type: z.literal("answer"), request: requestId, sdp: z.string() }),
  /** Someone came, or changed. */
  z.object({ type: z.literal("participant"), participant: participantSchema }),
  z.object({ type: z.literal("gone"), participant: participantIdSchema }),
  /** To admins: the people in the lobby now. */
  z.object({
    type: z.literal("waiting"),
    people: z.array(z.object({ id: participantIdSchema, name: z.string() })),
  }),
  /** To admins: telephones that ring for the meeting now. Who answers has the same id as a participant. */
  z.object({
    type: z.literal("calling"),
    people: z.array(z.object({ id: participantIdSchema, name: z.string() })),
  }),
  /** To admins: a telephone did not answer. */
  z.object({ type: z.literal("missed"), name: z.string(), why: meetingMissSchema }),
  /** The contents of all slots of this participant now. */
  z.object({
    type: z.literal("slots"),
    slots: z.array(z.object({ mid, participant: participantIdSchema, kind: sentKindSchema })),
  }),
  z.object({ type: z.literal("talking"), participant: participantIdSchema, talking: z.boolean() }),
  /** The participant's own connection, as the server measures it: 3 good, 2 fair, 1 bad; with the direction that is the cause. */
  z.object({
    type: z.literal("quality"),
    level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    cause: z.nullable(z.enum(["up", "down"])),
  }),
  z.object({ type: z.literal("reaction"), participant: participantIdSchema, emoji: z.string() }),
  z.object({ type: z.literal("message"), message: meetingMessageSchema }),
  z.object({ type: z.literal("meeting"), locked: z.boolean(), recording: z.boolean() }),
  /** An admin turned this off; the page turns its device off as well and answers with `sending`, before it may turn it on again. */
  z.object({ type: z.literal("muted"), what: z.enum(["microphone", "camera", "screen"]), by: z.string() }),
  z.object({ type: z.literal("done"), request: requestId }),
  z.object({
    type: z.literal("refused"),
    request: z.optional(requestId),
    code: z.string(),
    details: z.optional(errorDetailsSchema),
  }),
  /** The last frame: the meeting is over for this participant. */
  z.object({ type: z.literal("over"), reason: meetingEndSchema }),
]);
export type MeetingServerFrame = z.infer<typeof meetingServerFrameSchema>;
