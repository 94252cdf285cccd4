/** Video rooms (spec 1 §3, video conference room; docs/spec/video.md). Names of fields are those of the specification. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { flagSchema, limitSchema, searchSchema, startSchema } from "../paging.ts";

export const readsVideoRooms: Demand = { kind: "read", module: "video_conferences" };
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
export const videoLanguageSchema = z.nullable(z.enum(["en", "fr"]));

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
  language: videoLanguageSchema,
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
  /** The user may change and delete it, and renew its links. */
  mayChange: z.boolean(),
});
export type VideoRoom = z.infer<typeof videoRoomSchema>;

export const videoRoomParams = z.object({ id: z.coerce.number().check(z.int()) });

export const listVideoConferences = defineEndpoint({
  method: "GET",
  path: "video_conferences",
  summary: "The video rooms the user may enter, by name",
  access: readsVideoRooms,
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
  summary: "A video room that the user may enter",
  access: readsVideoRooms,
  params: videoRoomParams,
  response: videoRoomSchema,
});
