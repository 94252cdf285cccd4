/** Conference rooms with their live state, and which of them one watches (spec 2 §7, conferences). */
import * as z from "zod/mini";
import { conferenceMemberSchema } from "../../conference-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { flagSchema, limitSchema, searchSchema, startSchema } from "../paging.ts";

const readsConferences: Demand = { kind: "read", module: "conferences" };

/** How a room works (docs/spec/conferences.md). */
export const conferenceOptionsSchema = z.object({
  /** A caller who joins hears how many are there. */
  announce_count: z.boolean(),
  announce_join_leave: z.boolean(),
  /** While one is alone or waits. */
  music_on_hold: z.boolean(),
  /** Of the star key. */
  options_menu: z.boolean(),
  wait_for_admin: z.boolean(),
  /** Only admins speak, and members that they unmute. */
  listen_only: z.boolean(),
  record: z.boolean(),
});
export type ConferenceOptions = z.infer<typeof conferenceOptionsSchema>;

/** Spec 1 §3, conference. */
export const conferenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The id in rights, events and commands. The part before `*` is an extension: the room's, or its owner's. */
  confno: z.string(),
  /** What one dials. */
  number: z.string(),
  /** Somebody can be admin of it. */
  has_admin: z.boolean(),
  has_pin: z.boolean(),
  /** Null without a PIN, and for those who may not control the room. */
  pin: z.nullable(z.string()),
  admin_pin: z.nullable(z.string()),
  /** 0: no limit. Those who wait count. */
  max_users: z.number(),
  watch: z.boolean(),
  opts: conferenceOptionsSchema,
  disabled: z.boolean(),
  /** Of one person. */
  personal: z.boolean(),
  /** The user may mute and remove its members, let them in and lock it, also without being there (CONF-10). */
  may_control: z.boolean(),
  locked: z.boolean(),
  recording: z.boolean(),
  members: z.array(conferenceMemberSchema),
});
export type Conference = z.infer<typeof conferenceSchema>;

export const listConferences = defineEndpoint({
  method: "GET",
  path: "conferences",
  summary: "The conferences the user may see, by number, with their members",
  access: readsConferences,
  query: z.object({
    start: startSchema,
    limit: z._default(limitSchema, PAGE_SIZE.conferences),
    /** Part of a name or number. */
    search: searchSchema,
    /** Only those that the user watches. */
    watch: z._default(flagSchema, false),
  }),
  response: z.object({ total: z.number(), data: z.array(conferenceSchema) }),
});

/** Spec 1 §3, personal conference: the user's own room, dialled as `PERSONAL_CONFERENCE_PREFIX` and the extension. */
const personalConferenceFields = {
  /** Otherwise nobody can dial it. */
  activate: z.boolean(),
  /** For everybody but the owner, 3 to 10 digits; empty as long as the owner has set none. */
  user_pin: z.string().check(z.maxLength(64)),
  /** 0: no limit. */
  max_participants: z.number(),
  announce_count: z.boolean(),
  music_on_hold: z.boolean(),
  wait_for_admin: z.boolean(),
  announce_join_leave: z.boolean(),
  options_menu: z.boolean(),
  listen_only: z.boolean(),
};
export const personalConferenceSchema = z.object({
  ...personalConferenceFields,
  /** What others dial. */
  number: z.string(),
});
export type PersonalConference = z.infer<typeof personalConferenceSchema>;

export const getPersonalConference = defineEndpoint({
  method: "GET",
  path: "personal_conferences",
  summary: "The settings of the user's own personal conference",
  access: { kind: "read", module: "personal_conferences" },
  response: personalConferenceSchema,
});

export const changePersonalConference = defineEndpoint({
  method: "POST",
  path: "personal_conferences",
  summary: "Set up the user's own personal conference",
  access: { kind: "write", module: "personal_conferences" },
  body: z.object(personalConferenceFields),
  response: personalConferenceSchema,
});

export const watchConference = defineEndpoint({
  method: "PATCH",
  path: "conferences/{id}/watch",
  summary: "Watch a conference, or watch it no longer",
  access: readsConferences,
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  body: z.object({ watch: z.boolean() }),
  response: z.object({ id: z.string(), watch: z.boolean() }),
});
