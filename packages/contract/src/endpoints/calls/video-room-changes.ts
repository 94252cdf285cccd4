/** What changes video rooms, and who is invited to them (docs/spec/video.md). */
import * as z from "zod/mini";
import type { Demand } from "../../demand.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { VIDEO_INVITED_MAX, VIDEO_NAME_MAX, VIDEO_PEOPLE_MAX, VIDEO_PHONES_MAX } from "../../limits.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { readsVideoRooms, videoLanguageSchema, videoRoomParams, videoRoomSchema } from "./video-conferences.ts";

const writesVideoRooms: Demand = { kind: "write", module: "video_conferences" };

const phone = z.string().check(z.trim(), z.minLength(1), z.maxLength(32));
const ids = z.array(z.number().check(z.int())).check(z.maxLength(VIDEO_PEOPLE_MAX));
const pin = z.string().check(z.maxLength(64));
/** A room as it is saved; what is left out of a new one has the default of docs/spec/video.md. */
const savedRoomSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(VIDEO_NAME_MAX)),
  /** Milliseconds since epoch. */
  expireDate: z.optional(z.number()),
  sharedScreen: z.optional(z.boolean()),
  recording: z.optional(z.boolean()),
  callerIdName: z.optional(z.string().check(z.trim(), z.maxLength(VIDEO_NAME_MAX))),
  callerIdNumber: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  language: z.optional(videoLanguageSchema),
  phoneNumbers: z.optional(z.array(phone).check(z.maxLength(VIDEO_PHONES_MAX))),
  /** User ids. */
  users: z.optional(ids),
  admins: z.optional(ids),
  guestPin: z.optional(pin),
  adminPin: z.optional(pin),
});
export type SavedVideoRoom = z.infer<typeof savedRoomSchema>;

export const createVideoConference = defineEndpoint({
  method: "POST",
  path: "video_conferences",
  summary: "Create a video room",
  access: writesVideoRooms,
  body: z.extend(savedRoomSchema, {
    /** For one meeting: it ends after a day, and is for those who are named or invited. */
    dynamic: z.optional(z.boolean()),
  }),
  response: videoRoomSchema,
});

export const changeVideoConference = defineEndpoint({
  method: "PUT",
  path: "video_conferences/{id}",
  summary: "Change a video room; what is left out stays",
  access: writesVideoRooms,
  params: videoRoomParams,
  body: savedRoomSchema,
  response: videoRoomSchema,
});

export const removeVideoConference = defineEndpoint({
  method: "DELETE",
  path: "video_conferences/{id}",
  summary: "Delete a video room; its links end",
  access: writesVideoRooms,
  params: videoRoomParams,
  response: doneSchema,
});

export const inviteToVideoConference = defineEndpoint({
  method: "POST",
  path: "video_conferences/{id}/invite",
  summary: "Notify colleagues, on their open panels, that the user waits for them in a video room",
  access: readsVideoRooms,
  params: videoRoomParams,
  body: z.object({
    extensions: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32)))
      .check(z.minLength(1), z.maxLength(VIDEO_INVITED_MAX)),
  }),
  /** The extensions of the people who were notified; others may not use video rooms. */
  response: z.object({ told: z.array(z.string()) }),
});

export const renewVideoLinks = defineEndpoint({
  method: "POST",
  path: "video_conferences/{id}/links",
  summary: "Give a video room new links; the earlier ones end",
  access: writesVideoRooms,
  params: videoRoomParams,
  response: videoRoomSchema,
});
