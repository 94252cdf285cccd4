/** Ways into the meeting of a video room (docs/spec/video-meeting.md). The socket `/video` takes the ticket. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { MEETING_LIMITS } from "../../video/meeting-limits.ts";

export const meetingRoleSchema = z.enum(["admin", "guest"]);
export type MeetingRole = z.infer<typeof meetingRoleSchema>;

/** What a link ends in: the secret of the short one, or the `jwt` of the full one. */
const linkSchema = z.object({ link: z.string().check(z.minLength(1), z.maxLength(MEETING_LIMITS.linkLength)) });

const entrySchema = z.discriminatedUnion("provider", [
  z.object({
    provider: z.literal("embedded"),
    /** Opens one connection, within a minute. */
    ticket: z.string(),
    /** Its name. */
    room: z.string(),
  }),
  z.object({
    provider: z.literal("jitsi"),
    /** Its external API. */
    script: z.string(),
    /** Host and port, as that API wants it. */
    domain: z.string(),
    /** As Jitsi knows the room. */
    roomName: z.string(),
    /** Says to Jitsi who comes, and what they may do. */
    jwt: z.string(),
    /** The room's name for people. */
    room: z.string(),
    name: z.string(),
    role: meetingRoleSchema,
    /** Screens can be shared. */
    shareScreen: z.boolean(),
  }),
]);
export type MeetingEntry = z.infer<typeof entrySchema>;

export const enterVideoConference = defineEndpoint({
  method: "POST",
  path: "video_conferences/{id}/enter",
  summary: "Enter a video room as a person of the company",
  access: { kind: "read", module: "video_conferences" },
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  response: entrySchema,
});

export const showVideoMeeting = defineEndpoint({
  method: "POST",
  path: "video_meetings/link",
  summary: "Where a link leads",
  access: "public",
  body: linkSchema,
  response: z.object({
    room: z.string(),
    role: meetingRoleSchema,
    /** A PIN is asked for. */
    pin: z.boolean(),
  }),
});

export const enterVideoMeeting = defineEndpoint({
  method: "POST",
  path: "video_meetings/enter",
  summary: "Enter a video room by a link, with a chosen name, and with its PIN where it has one",
  access: "public",
  body: z.extend(linkSchema, {
    name: z.string().check(z.maxLength(MEETING_LIMITS.nameLength)),
    pin: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: entrySchema,
});
