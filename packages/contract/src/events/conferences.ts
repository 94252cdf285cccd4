/** Events of conferences, three-way calls and video rooms. */
import * as z from "zod/mini";
import { conferenceMemberSchema } from "../conference-state.ts";

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

/** Somebody waits for the user in a video room that the user may enter. Sent only to that person. */
export const videoInviteEventSchema = z.object({
  action: z.literal("VIDEO_INVITE"),
  room: z.object({ id: z.number(), name: z.string() }),
  from: z.object({ exten: z.string(), name: z.string() }),
});
export type VideoInviteEvent = z.infer<typeof videoInviteEventSchema>;
