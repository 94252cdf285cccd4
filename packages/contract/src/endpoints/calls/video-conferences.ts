/** Video rooms (spec 1 §3, video conference room; docs/spec/video.md). Names of fields are those of the specification. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE, VIDEO_INVITED_MAX, VIDEO_NAME_MAX, VIDEO_PEOPLE_MAX, VIDEO_PHONES_MAX } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { flagSchema, limitSchema, searchSchema, startSchema } from "../paging.ts";
import { doneSchema } from "../people/watched-settings.ts";

const readsRooms: Demand = { kind: "read", module: "video_conferences" };
const writesRooms: Demand = { kind: "write", module: "video_conferences" };
const ms = z.number(); // since epoch

/** A way into a room, as admin or as guest. */
export const videoEntranceSchema = z.object({
  /** `/v/<secret>`: as good as the full one, for people who type it. */
  shortUrl: z.string(),
  /** With `jwt`, a token that ends with the room. */
  url: z.string(),
  /** Asked for at the door; empty: none. */
  pin: z.string(),
});
export type VideoEntrance = z.infer<typeof videoEntranceSchema>;

/** What telephones are spoken to in; null: in the language of the company. */
const languageSchema = z.nullable(z.enum(["en", "fr"]));

const videoPersonSchema = z.object({ id: z.number(), name: z.string(), extension: z.string() });

/** What one may change of a room. */
const videoRoomFields = {
  name: z.string(),
  /** After that nobody gets in. */
  expireDate: ms,
  /** Screens can be shared. */
  sharedScreen: z.boolean(),
  recording: z.boolean(),
  callerIdName: z.string(),
  callerIdNumber: z.string(),
  language: languageSchema,
  /** People outside who are invited by text message. */
  phoneNumbers: z.array(z.string()),
};

export const videoRoomSchema = z.object({
  ...videoRoomFields,
  id: z.number(),
  /** The extension of the person who created it; null: they are gone. */
  username: z.nullable(z.string()),
  /** None: the room is for the whole company. */
  users: z.array(videoPersonSchema),
  admins: z.array(videoPersonSchema),
  guest: videoEntranceSchema,
  /** Null for those who are not its admin. */
  admin: z.nullable(videoEntranceSchema),
  /** Made for one meeting, by a call or a conversation. */
  dynamic: z.boolean(),
  /** How telephones reach it; absent: they do not. */
  phone: z.optional(
    z.object({
      /** What telephones of the company dial, and what others dial; null: there is none. */
      number: z.nullable(z.string()),
      outsideNumber: z.nullable(z.string()),
      /** Nine digits, which callers enter then. */
      roomNumber: z.string(),
    }),
  ),
  expired: z.boolean(),
  /** One may change and delete it, and renew its links. */
  mayChange: z.boolean(),
});
export type VideoRoom = z.infer<typeof videoRoomSchema>;

const phone = z.string().check(z.trim(), z.minLength(1), z.maxLength(32));
const ids = z.array(z.number().check(z.int())).check(z.maxLength(VIDEO_PEOPLE_MAX));
const pin = z.string().check(z.maxLength(64));
/** A room as it is saved; what is left out of a new one has the default of docs/spec/video.md. */
const savedRoomSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(VIDEO_NAME_MAX)),
  expireDate: z.optional(ms),
  sharedScreen: z.optional(z.boolean()),
  recording: z.optional(z.boolean()),
  callerIdName: z.optional(z.string().check(z.trim(), z.maxLength(VIDEO_NAME_MAX))),
  callerIdNumber: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  language: z.optional(languageSchema),
  phoneNumbers: z.optional(z.array(phone).check(z.maxLength(VIDEO_PHONES_MAX))),
  /** User ids. */
  users: z.optional(ids),
  admins: z.optional(ids),
  guestPin: z.optional(pin),
  adminPin: z.optional(pin),
});
export type SavedVideoRoom = z.infer<typeof savedRoomSchema>;

const ofRoom = z.object({ id: z.coerce.number().check(z.int()) });

export const listVideoConferences = defineEndpoint({
  method: "GET",
  path: "video_conferences",
  summary: "The video rooms one may enter, by name",
  access: readsRooms,
  query: z.object({
    start: startSchema,
    limit: z._default(limitSchema, PAGE_SIZE.videoConferencesApi),
    /** Part of a name. */
    search: searchSchema,
    exclude_dynamic: z._default(flagSchema, false),
  }),
  response: z.object({ total: z.number(), data: z.array(videoRoomSchema) }),
});

export const getVideoConference = defineEndpoint({
  method: "GET",
  path: "video_conferences/{id}",
  summary: "A video room that one may enter",
  access: readsRooms,
  params: ofRoom,
  response: videoRoomSchema,
});

export const createVideoConference = defineEndpoint({
  method: "POST",
  path: "video_conferences",
  summary: "Create a video room",
  access: writesRooms,
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
  access: writesRooms,
  params: ofRoom,
  body: savedRoomSchema,
  response: videoRoomSchema,
});

export const removeVideoConference = defineEndpoint({
  method: "DELETE",
  path: "video_conferences/{id}",
  summary: "Delete a video room; its links end",
  access: writesRooms,
  params: ofRoom,
  response: doneSchema,
});

export const inviteToVideoConference = defineEndpoint({
  method: "POST",
  path: "video_conferences/{id}/invite",
  summary: "Tell colleagues, on their open panels, that one waits for them in a video room",
  access: readsRooms,
  params: ofRoom,
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
  access: writesRooms,
  params: ofRoom,
  response: videoRoomSchema,
});
