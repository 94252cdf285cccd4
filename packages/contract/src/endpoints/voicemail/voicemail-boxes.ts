/** Voicemail boxes and their greetings (spec 2 §7, voicemail). A box is its person's: its id is the user's. */
import * as z from "zod/mini";
import { emailAddressSchema } from "../../email.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { GREETING_MAX_BYTES } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { watchedUserSchema } from "../people/watched-settings.ts";

export const GREETING_TYPES = ["greet", "busy", "unavail", "temp"] as const;
export type GreetingType = (typeof GREETING_TYPES)[number];

const module = "voicemail_boxes" as const;
/** The user's own box, or that of a person whose id the right names: VM-30. */
const readsBox: Demand = {
  kind: "any",
  of: [
    { kind: "readOwn", module, owner: "id" },
    { kind: "read", module, target: "id" },
  ],
};
const writesBox: Demand = { kind: "writeOf", module, owner: "id" };

const boxParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });
const greetingParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)), type: z.enum(GREETING_TYPES) });
const yesNo = z.enum(["yes", "no"]);

export const VOICEMAIL_BOX_FLAGS = [
  "attach",
  "deletevm",
  "playcid",
  "envelope",
  "transcript",
  "summarize",
  "categorize",
  "translate",
  "skip_instruct",
] as const;

/** Spec 1 §3, voicemail settings, by the server's names: `password` is the PIN, `pagerdest` the pager. */
export const voicemailBoxSchema = z.object({
  id: z.number(),
  mailbox: z.string(),
  /** Language of the phone's prompts: en or fr. */
  language: z.enum(["en", "fr"]),
  /** Whether there is a PIN; the PIN itself is never sent. */
  has_password: z.boolean(),
  email: z.string(),
  pagerdest: z.string(),
  /** Empty: no language is chosen. */
  translation_language: z.string(),
  attach: yesNo,
  deletevm: yesNo,
  playcid: yesNo,
  envelope: yesNo,
  transcript: yesNo,
  summarize: yesNo,
  categorize: yesNo,
  translate: yesNo,
  skip_instruct: yesNo,
  messages: z.number(),
  /** The most that the box holds; after that callers hear that it is full. */
  max_messages: z.number(),
  /** Which engines are available: without one its switch has no effect, and the panel says so. */
  engines: z.object({
    transcript: z.boolean(),
    summarize: z.boolean(),
    categorize: z.boolean(),
    translate: z.boolean(),
    speak: z.boolean(),
  }),
  /** Into which a message can be translated. */
  translation_languages: z.array(z.string()),
  may_write: z.boolean(),
});
export type VoicemailBox = z.infer<typeof voicemailBoxSchema>;

export const watchVoicemailBoxes = defineEndpoint({
  method: "GET",
  path: "voicemail_boxes/can_watch_users",
  summary: "The user first, then everybody with messages that the user may list",
  access: { kind: "read", module: "voicemails" },
  response: z.object({
    total: z.number(),
    data: z.array(
      z.extend(watchedUserSchema, {
        voicemail_box_id: z.number(),
        unread: z.number(),
        /** Whether the user may hear the messages, not only see that they exist; `may_write`: change them. */
        may_read: z.boolean(),
      }),
    ),
  }),
});

export const getVoicemailBox = defineEndpoint({
  method: "GET",
  path: "voicemail_boxes/{id}",
  summary: "Settings of a voicemail box",
  access: readsBox,
  params: boxParams,
  response: voicemailBoxSchema,
});

/** What is left out stays as it is. */
export const changeVoicemailBox = defineEndpoint({
  method: "PUT",
  path: "voicemail_boxes/{id}",
  summary: "Change settings of a voicemail box",
  access: writesBox,
  params: boxParams,
  body: z.object({
    language: z.optional(z.enum(["en", "fr"])),
    /** A new PIN; empty leaves the old one. */
    password: z.optional(z.string().check(z.maxLength(32))),
    email: z.optional(z.union([z.literal(""), emailAddressSchema])),
    /** An e-mail address or a telephone number. */
    pagerdest: z.optional(z.string().check(z.maxLength(254))),
    translation_language: z.optional(z.string().check(z.maxLength(16))),
    attach: z.optional(yesNo),
    deletevm: z.optional(yesNo),
    playcid: z.optional(yesNo),
    envelope: z.optional(yesNo),
    transcript: z.optional(yesNo),
    summarize: z.optional(yesNo),
    categorize: z.optional(yesNo),
    translate: z.optional(yesNo),
    skip_instruct: z.optional(yesNo),
  }),
  response: voicemailBoxSchema,
});

export const getPinRestrictions = defineEndpoint({
  method: "GET",
  path: "voicemail_boxes/password_restrictions",
  summary: "The rules for a PIN; `pinFault` returns what is wrong with one",
  access: { kind: "read", module },
  response: z.object({
    min_length: z.number(),
    max_length: z.number(),
    no_sequence: z.boolean(),
    no_repetition: z.boolean(),
    no_extension: z.boolean(),
  }),
});

const greetingSchema = z.object({
  /** `g12`: its sound is voicemails/g12/download; archive, restore and delete take it as well. */
  id: z.string(),
  /** Seconds. */
  duration: z.number(),
  /** When it was made, ms since the epoch. */
  time: z.number(),
  /** Of an archived one. */
  archive_name: z.nullable(z.string()),
  /** Its text, if it was spoken from text. */
  text: z.nullable(z.string()),
});
export type VoicemailGreeting = z.infer<typeof greetingSchema>;

/** `greeting` null: the default one is in use. */
export const boxGreetingSchema = z.object({
  type: z.enum(GREETING_TYPES),
  greeting: z.nullable(greetingSchema),
  archived: z.array(greetingSchema),
  may_write: z.boolean(),
});
export type BoxGreeting = z.infer<typeof boxGreetingSchema>;

export const GREETING_MEDIA_TYPES = ["audio/wav"] as const;

export const getGreeting = defineEndpoint({
  method: "GET",
  path: "voicemail_boxes/{id}/{type}",
  summary: "A greeting of a box, and those that were archived",
  access: readsBox,
  params: greetingParams,
  response: boxGreetingSchema,
});

export const uploadGreeting = defineEndpoint({
  method: "PUT",
  path: "voicemail_boxes/{id}/{type}",
  summary: "Put a recording in use as a greeting: WAV, 2 MB at most",
  access: writesBox,
  params: greetingParams,
  upload: { field: "file", maxBytes: GREETING_MAX_BYTES, mediaTypes: GREETING_MEDIA_TYPES },
  response: boxGreetingSchema,
});

export const resetGreeting = defineEndpoint({
  method: "DELETE",
  path: "voicemail_boxes/{id}/{type}",
  summary: "Back to the default greeting",
  access: writesBox,
  params: greetingParams,
  response: boxGreetingSchema,
});

/** `voice` by the names that `voices` gives; speed, pitch and volume are 1 as it is, 0.5 to 2. */
const ratio = z._default(z.number().check(z.gte(0.5), z.lte(2)), 1);
export const GREETING_TEXT_CHARS = 1_000;

export const getGreetingSpeech = defineEndpoint({
  method: "GET",
  path: "voicemail_boxes/{id}/{type}/tts",
  summary: "The text of a greeting, and the voices that can speak one",
  access: readsBox,
  params: greetingParams,
  response: z.object({
    /** False: there is no engine. */
    available: z.boolean(),
    voices: z.array(z.object({ id: z.string(), name: z.string(), language: z.string() })),
    text: z.nullable(z.string()),
    voice: z.nullable(z.string()),
  }),
});

export const speakGreeting = defineEndpoint({
  method: "PUT",
  path: "voicemail_boxes/{id}/{type}/tts",
  summary: "Put a text in use as a greeting",
  access: writesBox,
  params: greetingParams,
  body: z.object({
    text: z.string().check(z.maxLength(GREETING_TEXT_CHARS)),
    voice: z._default(z.string().check(z.maxLength(100)), ""),
    speed: ratio,
    pitch: ratio,
    volume: ratio,
  }),
  response: boxGreetingSchema,
});

export const removeGreetingSpeech = defineEndpoint({
  method: "DELETE",
  path: "voicemail_boxes/{id}/{type}/tts",
  summary: "Back to the default greeting, if the one in use was spoken from text",
  access: writesBox,
  params: greetingParams,
  response: boxGreetingSchema,
});
