/** Voicemail messages (spec 2 §7, voicemail). What the spec leaves open is settled in docs/spec/voicemail.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { FOLDER_NAME_MAX_CHARS, VOICEMAIL_ARCHIVE_NAME_CHARS, VOICEMAIL_BULK_MAX } from "../../limits.ts";
import type { Demand } from "../../permissions.ts";
import { VOICEMAIL_CATEGORIES, VOICEMAIL_SORT_COLUMNS } from "../../voicemail.rules.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";

/** The owner of the box decides which of the rules applies: VM-2. */
const reads: Demand = { kind: "read", module: "voicemails" };
const writes: Demand = {
  kind: "any",
  of: [
    { kind: "write", module: "voicemails" },
    { kind: "ruleOnSome", module: "voicemails", rule: "write_for" },
  ],
};

/**
 * The state of a text of a message. `off`: the box does not want it; `unavailable`: there is no engine; `pending`: in progress;
 * `done`; `failed`: given up.
 */
export const voicemailTextStateSchema = z.enum(["off", "unavailable", "pending", "done", "failed"]);
export type VoicemailTextState = z.infer<typeof voicemailTextStateSchema>;

/** Spec 1 §3, voicemail message. Users who may only list a box (`list_for`) get no texts of a message: VM-4. */
export const voicemailSchema = z.object({
  id: z.number(),
  /** Its owner, and the number of the box. */
  voicemail_box_id: z.number(),
  mailbox: z.string(),
  isRead: z.boolean(),
  /** Marked as urgent by the caller who left it. */
  urgent: z.boolean(),
  favorite: z.boolean(),
  /** `101/INBOX`, `101/Old`, `101/<own folder>`, `101/Archive`. */
  dir: z.string(),
  folder: z.enum(["inbox", "old", "custom", "archived"]),
  /** The name of a folder of one's own; null elsewhere. */
  custom_folder: z.nullable(z.string()),
  archive_name: z.nullable(z.string()),
  /** `"Name" <number>`; name and number are the caller's, unchecked: text, never markup. */
  callerid: z.string(),
  caller_name: z.string(),
  caller_number: z.string(),
  /** Seconds. */
  duration: z.number(),
  /** When it was left, ms since the epoch. */
  origtime: z.number(),
  transcription_state: voicemailTextStateSchema,
  transcription: z.nullable(z.string()),
  transcription_summary: z.nullable(z.string()),
  transcription_category: z.nullable(z.enum(VOICEMAIL_CATEGORIES)),
  /** A language of `translation_languages` of the box. */
  translation_language: z.nullable(z.string()),
  translation_state: voicemailTextStateSchema,
  translation: z.nullable(z.string()),
  /** Whether the caller may hear it, and change it. */
  may_read: z.boolean(),
  may_write: z.boolean(),
});
export type Voicemail = z.infer<typeof voicemailSchema>;

const boxesQuery = {
  /** Extensions separated by commas, of boxes one may see; empty: one's own. */
  filter_by_extension: z._default(z.string().check(z.maxLength(4_000)), ""),
};
const aDay = /^\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d)?$/;

export const voicemailQuerySchema = z.object({
  start: startSchema,
  limit: limitSchema,
  /** all, inbox, old, favorite, custom (every folder of one's own), archived, or the name of a folder of one's own. */
  folder: z._default(z.string().check(z.maxLength(FOLDER_NAME_MAX_CHARS * 2)), "all"),
  category: z._default(z.enum(["all", ...VOICEMAIL_CATEGORIES]), "all"),
  /** A day, or the first and the last separated by a comma: `2026-11-20`, `2026-11-01,2026-11-20`; of `time_zone`. */
  date: z._default(z.union([z.literal(""), z.string().check(z.regex(aDay))]), ""),
  /** As the IANA database names it. */
  time_zone: z._default(z.string().check(z.maxLength(64)), "UTC"),
  sort_column: z._default(z.enum(VOICEMAIL_SORT_COLUMNS), "origtime"),
  sort_direction: z._default(z.enum(["ASC", "DESC", "asc", "desc"]), "DESC"),
  search: searchSchema,
  ...boxesQuery,
});
export type VoicemailQuery = z.infer<typeof voicemailQuerySchema>;

export const listVoicemails = defineEndpoint({
  method: "GET",
  path: "voicemails",
  summary: "Voicemail messages of one's own box, or of boxes one may see",
  access: reads,
  query: voicemailQuerySchema,
  response: z.object({
    success: z.literal(true),
    total: z.number(),
    /** Of the requested boxes, independent of the filters. */
    unread: z.number(),
    data: z.array(voicemailSchema),
  }),
});

export const listVoicemailFolders = defineEndpoint({
  method: "GET",
  path: "voicemails/list_custom_folders",
  summary: "Folders of one's own that hold messages, by name",
  access: reads,
  query: z.object(boxesQuery),
  response: z.object({
    success: z.literal(true),
    total: z.number(),
    data: z.array(z.object({ name: z.string(), messages: z.number() })),
  }),
});

export const listVoicemailCategories = defineEndpoint({
  method: "GET",
  path: "voicemails/list_categories",
  summary: "Every category, and how many messages are of it",
  access: reads,
  query: z.object(boxesQuery),
  response: z.object({
    success: z.literal(true),
    total: z.number(),
    data: z.array(z.object({ name: z.enum(VOICEMAIL_CATEGORIES), messages: z.number() })),
  }),
});

const idParams = z.object({ id: z.coerce.number().check(z.int()) });
/** A message, or a greeting as `g12`. */
const soundParams = z.object({ id: z.string().check(z.regex(/^g?\d{1,15}$/)) });

export const getVoicemail = defineEndpoint({
  method: "GET",
  path: "voicemails/{id}",
  summary: "One message",
  access: reads,
  params: idParams,
  response: voicemailSchema,
});

/** The sound of a message or of a greeting; a Range header gets a part of it. */
export const downloadVoicemail = defineEndpoint({
  method: "GET",
  path: "voicemails/{id}/download",
  summary: "The sound of a message, or of a greeting (g12)",
  access: { kind: "any", of: [reads, { kind: "read", module: "voicemail_boxes" }] },
  params: soundParams,
  query: z.object({ format: z._default(z.enum(["mp3", "ogg", "wav"]), "mp3") }),
  binary: "audio/mpeg",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

const changes = <Action extends string>(action: Action, summary: string) =>
  defineEndpoint({
    method: "PUT",
    path: `voicemails/{id}/${action}`,
    summary,
    access: writes,
    params: idParams,
    response: voicemailSchema,
  });

export const markVoicemailFavorite = changes("mark_as_favorite", "Make a message a favourite");
export const unmarkVoicemailFavorite = changes("unmark_as_favorite", "A message is no favourite any more");
export const markVoicemailRead = changes("mark_as_read", "From inbox to old");
export const markVoicemailNew = changes("mark_as_new", "From old to inbox");
export const removeVoicemailFromFolder = changes("remove_from_custom_folder", "From a folder of one's own to old");

const folderBody = { custom_folder: z.string().check(z.maxLength(64)) };
const extensionsBody = {
  /** Of people of the company, each once. */
  extensions: z.array(z.string().check(z.minLength(1), z.maxLength(32))).check(z.minLength(1), z.maxLength(100)),
};

export const moveVoicemailToFolder = defineEndpoint({
  method: "PUT",
  path: "voicemails/{id}/move_to_custom_folder",
  summary: "Move a message into a folder of one's own; a new name makes the folder",
  access: writes,
  params: idParams,
  body: z.object(folderBody),
  response: voicemailSchema,
});

/** What came of keeping or bringing back: a message, or a greeting's new place. */
const keptSchema = z.object({ success: z.literal(true), voicemail: z.nullable(voicemailSchema) });

export const archiveVoicemail = defineEndpoint({
  method: "PUT",
  path: "voicemails/{id}/archive",
  summary: "Keep a message, or the greeting in use (g12), under a name",
  access: {
    kind: "any",
    of: [
      writes,
      { kind: "write", module: "voicemail_boxes" },
      { kind: "ruleOnSome", module: "voicemail_boxes", rule: "write_for" },
    ],
  },
  params: soundParams,
  body: z.object({ name: z.string().check(z.maxLength(VOICEMAIL_ARCHIVE_NAME_CHARS)) }),
  response: keptSchema,
});

export const restoreVoicemail = defineEndpoint({
  method: "PUT",
  path: "voicemails/{id}/restore",
  summary: "Bring an archived message back into a folder, or put an archived greeting (g12) in use",
  access: archiveVoicemail.access,
  params: soundParams,
  /** inbox, old or a folder of one's own; of a greeting greet, busy, unavail or temp. */
  body: z.object({ folder: z.string().check(z.maxLength(64)) }),
  response: keptSchema,
});

export const deleteVoicemail = defineEndpoint({
  method: "DELETE",
  path: "voicemails/{id}",
  summary: "Remove a message, or an archived greeting (g12), for good",
  access: archiveVoicemail.access,
  params: soundParams,
  response: z.object({ success: z.literal(true) }),
});

/** `transferred`: copies made. */
const transferredSchema = z.object({ success: z.literal(true), transferred: z.number() });

export const transferVoicemail = defineEndpoint({
  method: "POST",
  path: "voicemails/{id}/transfer_voicemail",
  summary: "Give others a copy of a message",
  access: writes,
  params: idParams,
  body: z.object(extensionsBody),
  response: transferredSchema,
});

const idsBody = { ids: z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(VOICEMAIL_BULK_MAX)) };
/** Those that are changed; messages that no longer exist, or may not be changed, are ignored. */
const bulkSchema = z.object({ success: z.literal(true), count: z.number(), ids: z.array(z.number()) });

const bulk = <Action extends string, Fields extends z.core.$ZodShape>(
  action: Action,
  summary: string,
  fields: Fields,
) =>
  defineEndpoint({
    method: "POST",
    path: `voicemails/bulk/${action}`,
    summary,
    access: writes,
    body: z.object({ ...idsBody, ...fields }),
    response: bulkSchema,
  });

export const bulkFavoriteVoicemails = bulk("mark_as_favorite", "Make messages favourites", {});
export const bulkUnfavoriteVoicemails = bulk("unmark_as_favorite", "Messages are no favourites any more", {});
export const bulkMoveVoicemails = bulk("move_to_custom_folder", "Move messages into a folder of one's own", folderBody);
export const bulkUnmoveVoicemails = bulk("remove_from_custom_folder", "From folders of one's own to old", {});
export const bulkReadVoicemails = bulk("mark_as_read", "Mark messages as read", {});
export const bulkUnreadVoicemails = bulk("mark_as_new", "Mark messages as unread", {});
export const bulkTransferVoicemails = bulk("transfer_voicemail", "Give others copies of messages", extensionsBody);
export const bulkDeleteVoicemails = bulk("delete", "Remove messages for good", {});
