/** Business constants and limits (spec 2 §9). Units are in the names. */

export const MAX_CALLS_DEFAULT = 4; // when the server gives no panel_call_limit
export const DEFAULT_COUNTRY = "CA";
export const PARK_EXTENSION = "700";
export const RECONNECT_DELAY_MS = 5_000;
export const SEND_RETRY_MS = 200;
export const SEND_RETRY_COUNT = 5;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;
export const OPTIONS_EVERY_MS = 90_000;
export const OPTIONS_FAILURES_BEFORE_RECONNECT = 2;
export const UNREGISTER_WAIT_MS = 6_000;
export const DISCONNECT_WAIT_MS = 6_000;
export const PUBLISH_EXPIRES_SECONDS = 2_592_000;
export const VOLUME_DEFAULT = 1; // stored 0 to 1, shown 0 to 100
export const RINGING_VOLUME = 0.6;
export const DTMF_TONE_SECONDS = 0.2;
export const DTMF_GAIN = 0.2;
export const DTMF_LOW_PASS_HZ = 8_000;
export const SPY_MUTE_AFTER_MS = 1_000;
export const PERSONAL_CONFERENCE_PREFIX = "*99";
export const THREE_WAY_ROOM_PREFIX = "3WC-"; // then 8 random digits
export const THREE_WAY_ROOM_DIGITS = 8;
/** The room name of a three-way call for people who are not in it. */
export const THREE_WAY_ROOM_NAME = "Three-way conference";
export const BRIDGE_PEER_CHECKS = 10;
export const BRIDGE_PEER_CHECK_MS = 500;
export const FOCUS_TIMEOUT_MS = 1_800_000; // overridable in /config.json
export const SCREEN_POP_WIDTH_PX = 1024;
export const SCREEN_POP_HEIGHT_PX = 768;
export const SCREEN_POP_URL_CHARS = 40;
export const SCREEN_POP_NOTICE_MS = 10_000;
export const CALL_LOG_CAP = 1_000; // per user; the oldest is dropped
export const SNACKBAR_MS = 2_000;
export const ERROR_SNACKBAR_MS = 6_000;
export const NOTIFICATION_TIMEOUT_MS = 3_000;
export const CHAT_NOTIFICATION_MS = 2_000;
export const FOLLOW_ME_MAX_NUMBERS = 5;
export const FOLLOW_ME_MAX_TIMEOUT_SECONDS = 100;
export const FOLLOW_ME_PREFIX_CHARS = 10;
export const BLACKLIST_MAX = 1_000;
export const BLACKLIST_NAME_CHARS = 100;
export const CONTACT_MIN_NAME_CHARS = 2;
export const CONTACT_MIN_PHONE_CHARS = 9;
export const CONTACT_MIN_LABEL_CHARS = 2;
export const CONTACT_LINES_MAX = 10; // numbers, and e-mail addresses, of one contact
export const CONTACT_TEXT_MAX_CHARS = 200;
export const CONTACT_BULK_MAX = 1_000;
export const CONTACT_LOOKUP_MAX = 500;
export const CALLER_NOTE_MAX_CHARS = 2_000;
export const CALLER_NOTES_MAX = 200; // about one number, shared ones and of each person
export const CONTACT_ADDRESS_TYPES = ["home", "work", "school", "other"] as const;
export const CONTACT_TAG_MAX_CHARS = 32;
export const CONTACT_TAGS_MAX = 500; // of a company, and of each person
export const CONTACT_COUNTRIES = ["CA", "US", "AU"] as const;
export const GREETING_MAX_BYTES = 2 * 1024 * 1024;
/** Of an uploaded announcement: five minutes as a telephone's WAV, an hour as MP3. */
export const ANNOUNCEMENT_MAX_BYTES = 10 * 1024 * 1024;
export const FOLDER_NAME_MIN_CHARS = 3;
export const FOLDER_NAME_MAX_CHARS = 10;
export const VOICEMAIL_ARCHIVE_NAME_CHARS = 60;
export const VOICEMAIL_BULK_MAX = 1_000;
export const PICTURE_PX = 256;
export const BUDDY_PICTURE_PX = 64;
export const CROP_JPEG_QUALITY = 0.95;
export const HA1_CHARS = 32;
export const SIP_STATUS_CONNECTED = 1;
export const SIP_STATUS_REGISTERED = 2; // 3 = connected and registered
export const STUN_PORT = 19_302; // default server stun:{host}:19302
export const LOCALES = ["en-US", "fr-CA", "en-AU", "en-GB"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en-US";

/** Reports of queues (docs/spec/queue-reports.md). */
export const QUEUE_REPORT_DAYS_MAX = 366;
export const QUEUE_REPORT_HOURLY_DAYS_MAX = 62;
/** Reports by mail of one person, and people who get one (docs/spec/saved-queue-reports.md). */
export const SAVED_REPORTS_MAX = 20;
export const SAVED_REPORT_RECIPIENTS_MAX = 20;

/** Wall links of queues (docs/spec/queue-wall.md): of one person, and queues of one link. */
export const QUEUE_WALLS_MAX = 20;
export const QUEUE_WALL_QUEUES_MAX = 20;
export const QUEUE_WALL_REFRESH_SECONDS = 5;

/** Video rooms (docs/spec/video.md): characters of a name, people and telephones of a room. */
export const VIDEO_NAME_MAX = 100;
export const VIDEO_PEOPLE_MAX = 200;
export const VIDEO_PHONES_MAX = 50;
/** Spec 2 §9: a room ends a year ahead unless it says otherwise. */
export const VIDEO_EXPIRY_YEARS = 1;
/** The latest end that can be chosen. */
export const VIDEO_EXPIRY_YEARS_MAX = 10;
/** A room that is made for one meeting ends so soon. */
export const VIDEO_DYNAMIC_HOURS = 24;
/** Most colleagues that one request invites to a meeting. */
export const VIDEO_INVITED_MAX = 20;

/** Page sizes by area (spec 2 §9). */
export const PAGE_SIZE = {
  administration: 25,
  buddies: 18,
  buddiesAll: 999,
  queues: 10,
  missedCallers: 10,
  conferences: 8,
  videoConferences: 9,
  videoConferencesApi: 10,
  voicemails: 18,
  announcements: 18,
  cdrs: 18,
  contacts: 18,
  chats: 50,
  reportCallDetails: 100,
  pauseCodes: 12,
  emergency: 100,
  featureCodes: 50,
} as const;

/** CDR-3: people whose calls are listed together. */
export const HISTORY_PEOPLE_MAX = 50;
/** CDR-5: calls that can be sorted by something other than their date. */
export const HISTORY_SORT_MAX = 10_000;
/** CDR-21: recordings of one archive, and their bytes: below what a ZIP file without extensions holds. */
export const ARCHIVE_RECORDINGS_MAX = 10_000;
export const ARCHIVE_MAX_BYTES = 4_000_000_000;
/** Calls that are chosen one by one. */
export const ARCHIVE_CHOSEN_MAX = 1_000;
export const ARCHIVE_STATES = ["waiting", "running", "done", "failed"] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];
/** As the catalogue of errors names them. */
export const ARCHIVE_FAILURES = ["cdrs.archive", "cdrs.archive.full"] as const;
export type ArchiveFailure = (typeof ARCHIVE_FAILURES)[number];

/** Presence of a buddy as the outside surface names it (acceptance: data-presence). */
export const PRESENCES = ["online", "offline", "ringing", "busy", "away", "oncall", "onlunch", "unknown"] as const;
export type Presence = (typeof PRESENCES)[number];

/** Browsers that are served; the number is the version that is still refused (spec 1 §1: "above"). */
export const SUPPORTED_BROWSERS = {
  chrome: 0,
  chromium: 71,
  edge: 79,
  firefox: 65,
  opera: 58,
  safari: 14,
  samsung_internet: 12,
} as const;
