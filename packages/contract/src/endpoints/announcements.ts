/** Announcements: sounds with a number of their own, uploaded, recorded or spoken from text (spec 2 §7). */
import * as z from "zod/mini";
import { defineEndpoint } from "../endpoint.ts";
import { ANNOUNCEMENT_MAX_BYTES } from "../limits.ts";
import { searchedQuery } from "./paging.ts";
import { soundBytes, soundQuery } from "./sound.ts";

const module = "announcements" as const;
const read = { kind: "read", module } as const;
const write = { kind: "write", module } as const;
const writesIt = { ...write, target: "id" } as const;

/** Spec 1 §3, voice category. */
export const VOICE_CATEGORIES = [
  "standard",
  "news",
  "wavenet",
  "polyglot",
  "chirpHD",
  "chirp3HD",
  "studio",
  "neural2",
] as const;

/** How a text is spoken. */
const speechShape = {
  /** The text itself, plain or as SSML; empty: the sound was uploaded. */
  text_to_speech: z.string().check(z.maxLength(5_000)),
  text_type: z.enum(["text", "ssml"]),
  /** BCP 47. */
  ttsLanguage: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)),
  /** A voice's name from `list_speech_voices`; empty: the engine's own for the language. */
  voice_type: z.string().check(z.maxLength(100)),
  voice_category: z.enum(VOICE_CATEGORIES),
  /** Semitones. */
  pitch: z.number().check(z.gte(-20), z.lte(20)),
  /** 1 is the voice's own. */
  speed: z.number().check(z.gte(0.25), z.lte(4)),
  volume_gain_db: z.number().check(z.gte(-96), z.lte(16)),
};

const announcementShape = {
  /** ANN-2: digits alone. */
  pin: z.string().check(z.regex(/^\d{1,12}$/)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Language of the phone's prompts around it. */
  lang: z.enum(["en", "fr"]),
  /** Where the call goes afterwards, a number of the realm; empty: it ends. */
  post_dest: z.string().check(z.regex(/^\d{0,8}$/)),
};

/** Spec 1 §3, announcement. */
export const announcementSchema = z.object({
  id: z.number(),
  /** The number to dial to hear it. */
  number: z.string(),
  name: z.string(),
  /** Callers must enter it. Empty for users who may not write. */
  pin: z.string(),
  lang: z.enum(["en", "fr"]),
  post_dest: z.string(),
  /** The same for people: number and name. */
  formatted_post_dest: z.string(),
  ...speechShape,
  /** Seconds; null while there is no sound. */
  duration: z.nullable(z.number()),
  may_write: z.boolean(),
});
export type Announcement = z.infer<typeof announcementSchema>;

const idParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

export const listAnnouncements = defineEndpoint({
  method: "GET",
  path: "announcements",
  summary: "The announcements, by name; search finds names and numbers",
  access: read,
  query: searchedQuery,
  response: z.object({ success: z.literal(true), total: z.number(), data: z.array(announcementSchema) }),
});

export const streamAnnouncement = defineEndpoint({
  method: "GET",
  path: "announcements/{id}/stream",
  summary: "An announcement's sound; a Range header gets a part of it",
  access: read,
  params: idParams,
  query: soundQuery,
  binary: "audio/ogg",
  response: soundBytes,
});

/** Spec 1 §3, TTS voice. */
export const listSpeechVoices = defineEndpoint({
  method: "GET",
  path: "announcement/list_speech_voices",
  summary: "The voices that can speak a text; an empty list, and no engine, if no engine is available",
  access: read,
  response: z.object({
    success: z.literal(true),
    /** For people; null: this server cannot speak. */
    engine: z.nullable(z.string()),
    data: z.array(
      z.object({
        name: z.string(),
        language_codes: z.array(z.string()),
        ssml_gender: z.enum(["FEMALE", "MALE", "NEUTRAL"]),
      }),
    ),
  }),
});

const speechDefaults = {
  text_type: z._default(speechShape.text_type, "text"),
  voice_type: z._default(speechShape.voice_type, ""),
  voice_category: z._default(speechShape.voice_category, "standard"),
  pitch: z._default(speechShape.pitch, 0),
  speed: z._default(speechShape.speed, 1),
  volume_gain_db: z._default(speechShape.volume_gain_db, 0),
};

export const previewSpeech = defineEndpoint({
  method: "POST",
  path: "announcement/preview_text_to_speech",
  summary: "Preview a spoken text, without storing it",
  access: write,
  body: z.object({
    text_to_speech: speechShape.text_to_speech,
    ttsLanguage: z._default(speechShape.ttsLanguage, "en-US"),
    ...speechDefaults,
  }),
  binary: "audio/wav",
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

export const createAnnouncement = defineEndpoint({
  method: "POST",
  path: "announcements",
  summary: "Add an announcement; with a text it is spoken immediately, without one its sound is uploaded afterwards",
  access: write,
  body: z.object({
    number: z.string().check(z.regex(/^\d{2,8}$/)),
    name: announcementShape.name,
    pin: announcementShape.pin,
    lang: z._default(announcementShape.lang, "en"),
    post_dest: z._default(announcementShape.post_dest, ""),
    text_to_speech: z._default(speechShape.text_to_speech, ""),
    ttsLanguage: z._default(speechShape.ttsLanguage, "en-US"),
    ...speechDefaults,
  }),
  response: announcementSchema,
});

/** Fields that are left out stay as they are. A change of the text or of its voice makes the sound again. */
export const changeAnnouncement = defineEndpoint({
  method: "PUT",
  path: "announcements/{id}",
  summary: "Change an announcement",
  access: writesIt,
  params: idParams,
  body: z.object({
    name: z.optional(announcementShape.name),
    pin: z.optional(announcementShape.pin),
    lang: z.optional(announcementShape.lang),
    post_dest: z.optional(announcementShape.post_dest),
    text_to_speech: z.optional(speechShape.text_to_speech),
    text_type: z.optional(speechShape.text_type),
    ttsLanguage: z.optional(speechShape.ttsLanguage),
    voice_type: z.optional(speechShape.voice_type),
    voice_category: z.optional(speechShape.voice_category),
    pitch: z.optional(speechShape.pitch),
    speed: z.optional(speechShape.speed),
    volume_gain_db: z.optional(speechShape.volume_gain_db),
  }),
  response: announcementSchema,
});

export const uploadAnnouncement = defineEndpoint({
  method: "PUT",
  path: "announcements/{id}/upload",
  summary: "Give an announcement its sound: a WAV or MP3 file, also one that was just recorded",
  access: writesIt,
  params: idParams,
  upload: { field: "recording", maxBytes: ANNOUNCEMENT_MAX_BYTES, mediaTypes: ["audio/wav", "audio/mpeg"] },
  response: announcementSchema,
});

export const deleteAnnouncement = defineEndpoint({
  method: "DELETE",
  path: "announcements/{id}",
  summary: "Remove an announcement, its number and its sound",
  access: writesIt,
  params: idParams,
  response: z.object({ id: z.number() }),
});
