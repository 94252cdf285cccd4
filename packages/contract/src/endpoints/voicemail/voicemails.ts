/** Voicemail messages (spec 2 §7, voicemail). What the spec leaves open is settled in docs/spec/voicemail.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { FOLDER_NAME_MAX_CHARS, VOICEMAIL_BULK_MAX } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";

export const VOICEMAIL_CATEGORIES = [
  "solicitation",
  "political",
  "personal",
  "medical",
  "fraud",
  "emergency",
  "travel",
  "misc",
] as const;
export type VoicemailCategory = (typeof VOICEMAIL_CATEGORIES)[number];

/** Columns a list may be sorted by (spec 2 §7): nothing else is taken. */
export const VOICEMAIL_SORT_COLUMNS = ["origtime", "callerid", "duration", "category"] as const;
export type VoicemailSortColumn = (typeof VOICEMAIL_SORT_COLUMNS)[number];

/** The owner of the box decides which of the rules applies: VM-2. */
export const readsVoicemails: Demand = { kind: "read", module: "voicemails" };
export const writesVoicemails: Demand = {
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
  /** The name of the user's folder; null elsewhere. */
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
  /** Extensions separated by commas, of boxes that the user may see; empty: the user's own. */
  filter_by_extension: z._default(z.string().check(z.maxLength(4_000)), ""),
};
/** As many as a change of several messages may have. */
const someIds = z.string().check(z.regex(/^(\d{1,15}(,\d{1,15})*)?$/), z.maxLength(VOICEMAIL_BULK_MAX * 8));
const aDay = /^\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d)?$/;

/** Of the text of a folder name, UTF-16 units: each letter may be followed by two marks (VM-10). */
const FOLDER_TEXT_MAX = FOLDER_NAME_MAX_CHARS * 3 * 2;

export const voicemailQuerySchema = z.object({
  start: startSchema,
  limit: limitSchema,
  /** all, inbox, old, favorite, custom (all folders of the user), archived, or the name of a folder of the user. */
  folder: z._default(z.string().check(z.maxLength(FOLDER_TEXT_MAX)), "all"),
  category: z._default(z.enum(["all", ...VOICEMAIL_CATEGORIES]), "all"),
  /** A day, or the first and the last separated by a comma: `2026-11-20`, `2026-11-01,2026-11-20`; of `time_zone`. */
  date: z._default(z.union([z.literal(""), z.string().check(z.regex(aDay))]), ""),
  /** As the IANA database names it. */
  time_zone: z._default(z.string().check(z.maxLength(64)), "UTC"),
  sort_column: z._default(z.enum(VOICEMAIL_SORT_COLUMNS), "origtime"),
  sort_direction: z._default(z.enum(["ASC", "DESC", "asc", "desc"]), "DESC"),
  search: searchSchema,
  /** Only these of them, separated by commas; empty: all. */
  ids: z._default(someIds, ""),
  ...boxesQuery,
});
export type VoicemailQuery = z.infer<typeof voicemailQuerySchema>;

export const listVoicemails = defineEndpoint({
  method: "GET",
  path: "voicemails",
  summary: "Voicemail messages of the user's own box, or of boxes the user may see",
  access: readsVoicemails,
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
  summary: "Folders of the user that hold messages, by name",
  access: readsVoicemails,
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
  access: readsVoicemails,
  query: z.object(boxesQuery),
  response: z.object({
    success: z.literal(true),
    total: z.number(),
    data: z.array(z.object({ name: z.enum(VOICEMAIL_CATEGORIES), messages: z.number() })),
  }),
});
