/** Events that say what was changed elsewhere, so that it is loaded again. */
import * as z from "zod/mini";
import { recordingArchiveSchema } from "../endpoints/calls/recording-archives.ts";

const of = { realm: z.string(), exten: z.string() };

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
/** Progress of the user's own archive of recordings. Sent only to its owner. */
export const recordingArchiveEventSchema = z.object({
  action: z.literal("ARCHIVE"),
  realm: z.string(),
  archive: recordingArchiveSchema,
});
