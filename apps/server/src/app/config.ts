import { isIP } from "node:net";
import { resolve } from "node:path";
import type { RuntimeConfig } from "@callpanel/contract";
import type { S3Place } from "../adapters/s3/index.ts";
import type { SpeechSettings } from "../adapters/speech/index.ts";
import { isNetwork } from "../kernel/http/client-address.ts";
import type { JitsiSettings } from "../modules/video/index.ts";
import {
  addressOf,
  choice,
  daysOf,
  flagOf,
  isLoopback,
  listOf,
  numberOf,
  originOf,
  originsOf,
  portOf,
  refuse,
  SettingsError,
  text,
  type Environment,
} from "./settings/environment.ts";
import {
  mailOf,
  smsCallbackSecretOf,
  smsFromOf,
  smsRepliesOf,
  smsUrlOf,
  type MailSettings,
  type SmsReplySettings,
} from "./settings/mail-and-sms.ts";
import { mediaAddressOf, mediaPortsOf, stunPortOf } from "./settings/media.ts";
import {
  backupOf,
  brokerUrlOf,
  bucketOf,
  databaseUrlOf,
  secretKeyOf,
  type BackupSettings,
} from "./settings/storage.ts";
import { jitsiOf } from "./settings/video.ts";

export { isLoopback, SettingsError } from "./settings/environment.ts";

/** Settings from the environment, parsed once; the table in the README lists them. */
export interface Settings {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly dataDir: string;
  /** Undefined: reached directly, as `http://host:port`. */
  readonly publicUrl: string | undefined;
  /** Other origins whose pages may use the API and open sockets. */
  readonly allowedOrigins: readonly string[];
  /** Origins whose pages may show the panel in a frame and exchange messages with it. */
  readonly embedOrigins: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Undefined: SQLite in the data directory. */
  readonly databaseUrl: string | undefined;
  /** RabbitMQ, through which the servers of one PostgreSQL database notify each other; undefined: through the database. */
  readonly brokerUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** The address offered in ICE. */
  readonly mediaAddress: string;
  /** Offer the machine's other addresses after it in ICE. */
  readonly mediaOnOwnAddresses: boolean;
  /** First and last media port; each media worker has one of them; undefined: the system chooses. */
  readonly mediaPorts: readonly [number, number] | undefined;
  /** UDP port of the STUN server; undefined: no STUN server. */
  readonly stunPort: number | undefined;
  /** How long a call rings before the caller hears that nobody answers. */
  readonly ringSeconds: number;
  /** How long the SIP messages of a call are kept; 0: not at all. */
  readonly callStoryHours: number;
  /** False: a caller who is not answered hears why, and cannot leave a message. */
  readonly takesMessages: boolean;
  /** The number that a caller reaches by 0 instead of leaving a message; undefined: 0 has no effect. */
  readonly voicemailOperator: string | undefined;
  /** False: calls cannot be recorded. */
  readonly recording: boolean;
  /** Recordings are removed after this many days; undefined: never. */
  readonly keepRecordingsDays: number | undefined;
  /** Messages are removed after this many days, except archived ones and favourites; undefined: never. */
  readonly keepMessagesDays: number | undefined;
  /** Limit of sound in each voicemail box. */
  readonly boxBytes: number;
  /** Store of sounds; undefined: in DATA_DIR. */
  readonly soundsPlace: S3Place | undefined;
  /** Where meetings are held; undefined: at this server. */
  readonly jitsi: JitsiSettings | undefined;
  /** Undefined: the demo company is seeded on a fresh loopback start. */
  readonly demo: boolean | undefined;
  readonly signIn: "page" | "redirect";
  /** True: clicks on numbers open a `sip:` link. */
  readonly clickToDialExternal: boolean;
  /** Off by default: where unexpected errors of the panel are sent, and which service counts its visits. */
  readonly reporting: {
    readonly errorReporting: RuntimeConfig["error_reporting"];
    readonly analytics: RuntimeConfig["analytics"];
  };
  /** A page with more information about the panel on a phone; undefined: no link. */
  readonly moreInfoUrl: string | undefined;
  readonly mail: MailSettings;
  /** Gateway for text messages; undefined: no text messages. */
  readonly smsUrl: string | undefined;
  /** Sender of codes through a Twilio-compatible service: a number in E.164, or the id of a messaging service. */
  readonly smsFrom: string | undefined;
  /** What Kannel adds to its requests, so that nobody else makes them. */
  readonly smsCallbackSecret: string | undefined;
  /** Where answers to forwarded text messages come in; undefined: e-mails about them cannot be answered. */
  readonly smsReplies: SmsReplySettings | undefined;
  readonly speech: SpeechSettings;
  /** Origin on this machine at which a push service for trying and testing may be; undefined: none. */
  readonly pushTestService: string | undefined;
  /** Key for encrypted values in the database; undefined: a key in the data directory. */
  readonly secretKey: string | undefined;
  /** Where back-ups may be; undefined: nowhere. */
  readonly backup: BackupSettings | undefined;
  /** The realm that the phone system serves; undefined: the first one. */
  readonly realm: string | undefined;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** @throws SettingsError on the first invalid value */
export function parseSettings(env: Environment): Settings {
  const host = hostOf(env);
  const settings: Settings = {
    host,
    port: portOf(text(env, "PORT") ?? "8080", "PORT", 0),
    ...parseStorageSettings(env),
    brokerUrl: brokerUrlOf(env),
    publicUrl: publicUrlOf(env),
    allowedOrigins: originsOf(env, "ALLOWED_ORIGINS"),
    embedOrigins: originsOf(env, "EMBED_ORIGINS"),
    trustedProxies: listOf(env, "TRUSTED_PROXIES").map((one) =>
      isNetwork(one) ? one : refuse("TRUSTED_PROXIES", "addresses or networks such as 10.0.0.0/8", one),
    ),
    logLevel: choice(env, "LOG_LEVEL", LOG_LEVELS) ?? "info",
    mediaAddress: mediaAddressOf(env, host),
    mediaOnOwnAddresses: isLoopback(host) && text(env, "MEDIA_ADDRESS") === undefined,
    mediaPorts: mediaPortsOf(env),
    stunPort: stunPortOf(env),
    ringSeconds: ringSecondsOf(env),
    callStoryHours: callStoryHoursOf(env),
    takesMessages: flagOf(env, "VOICEMAIL") ?? true,
    voicemailOperator: numberOf(env, "VOICEMAIL_OPERATOR"),
    recording: flagOf(env, "RECORDING") ?? true,
    keepRecordingsDays: daysOf(env, "KEEP_RECORDINGS_DAYS"),
    keepMessagesDays: daysOf(env, "KEEP_MESSAGES_DAYS"),
    boxBytes: boxBytesOf(env),
    soundsPlace: bucketOf(env, "SOUNDS_URL"),
    jitsi: jitsiOf(env, publicUrlOf(env)),
    demo: flagOf(env, "DEMO"),
    mail: mailOf(env),
    smsUrl: smsUrlOf(env),
    smsFrom: smsFromOf(env),
    smsCallbackSecret: smsCallbackSecretOf(env),
    smsReplies: smsRepliesOf(env),
    pushTestService: pushTestServiceOf(env, host),
    secretKey: secretKeyOf(env),
    backup: backupOf(env),
    speech: speechOf(env),
    signIn: choice(env, "SIGN_IN", ["page", "redirect"] as const) ?? "page",
    clickToDialExternal: flagOf(env, "CLICK_TO_DIAL_EXTERNAL") ?? false,
    reporting: { errorReporting: errorReportingOf(env), analytics: analyticsOf(env) },
    moreInfoUrl: moreInfoUrlOf(env),
  };
  if (settings.brokerUrl !== undefined && settings.databaseUrl === undefined)
    throw new SettingsError(
      "BROKER_URL needs DATABASE_URL: it connects the servers of one PostgreSQL database, with SQLite there is one server",
    );
  if (/^(twilio|kannel|smpp)/.test(settings.smsUrl ?? "")) {
    if (settings.smsFrom === undefined)
      throw new SettingsError("SMS_FROM is needed with this SMS_URL: the number that codes come from");
    if (settings.smsUrl?.startsWith("kannel") === true && settings.smsCallbackSecret === undefined)
      throw new SettingsError("SMS_CALLBACK_SECRET is needed with this SMS_URL: Kannel proves by it who asks");
    const isPosted = settings.smsUrl?.startsWith("smpp") !== true;
    if (isPosted && settings.publicUrl === undefined)
      throw new SettingsError("PUBLIC_URL is needed with this SMS_URL: replies and states are posted there");
  }
  if (settings.signIn === "redirect" && !isLoopback(host) && settings.publicUrl === undefined)
    throw new SettingsError("SIGN_IN=redirect needs PUBLIC_URL when HOST is not loopback");
  return settings;
}

/** The settings that the command line needs. */
export type StorageSettings = Pick<Settings, "dataDir" | "databaseUrl" | "realm">;

/** @throws SettingsError on the first invalid value */
export function parseStorageSettings(env: Environment): StorageSettings {
  return {
    dataDir: resolve(text(env, "DATA_DIR") ?? "./data"),
    databaseUrl: databaseUrlOf(env),
    realm: realmOf(env),
  };
}

function hostOf(env: Environment): string {
  const host = text(env, "HOST") ?? "127.0.0.1";
  const isName = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(host) && !/^[\d.]+$/.test(host);
  return isIP(host) !== 0 || isName ? host : refuse("HOST", "an address or a host name", host);
}

function publicUrlOf(env: Environment): string | undefined {
  const value = text(env, "PUBLIC_URL");
  return value === undefined ? undefined : originOf("PUBLIC_URL", value);
}

const SAMPLE_RATE_DEFAULT = "1"; // spec 2 §9

function errorReportingOf(env: Environment): RuntimeConfig["error_reporting"] {
  const url = addressOf(env, "ERROR_REPORT_URL");
  if (url === undefined) return null;
  const rate = text(env, "ERROR_REPORT_RATE") ?? SAMPLE_RATE_DEFAULT;
  const isRate = /^(0(\.\d+)?|1(\.0+)?)$/.test(rate);
  return { url, sample_rate: isRate ? Number(rate) : refuse("ERROR_REPORT_RATE", "a share from 0 to 1", rate) };
}

function analyticsOf(env: Environment): RuntimeConfig["analytics"] {
  const script = addressOf(env, "ANALYTICS_SCRIPT_URL");
  if (script === undefined) return null;
  const id = text(env, "ANALYTICS_ID") ?? "";
  return /^[\w.-]{1,100}$/.test(id)
    ? { script, tracker_id: id }
    : refuse("ANALYTICS_ID", "the tracker's id in letters, digits, dots and dashes", id);
}

function moreInfoUrlOf(env: Environment): string | undefined {
  const value = text(env, "MORE_INFO_URL");
  if (value === undefined) return undefined;
  const isPage = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return isPage
    ? new URL(value).href
    : refuse("MORE_INFO_URL", "the address of a page such as https://example.com/phone", value);
}

const TRANSCRIPTION_MODEL_DEFAULT = "whisper-1"; // OpenAI-compatible servers take this name for their own model

function speechOf(env: Environment): SpeechSettings {
  const transcriptionUrl = addressOf(env, "SPEECH_TO_TEXT_URL");
  const translationUrl = addressOf(env, "TRANSLATION_URL");
  return {
    programs: flagOf(env, "SPEECH_PROGRAMS") ?? true,
    transcriptionService:
      transcriptionUrl === undefined
        ? undefined
        : {
            url: transcriptionUrl,
            key: text(env, "SPEECH_TO_TEXT_KEY"),
            model: text(env, "SPEECH_TO_TEXT_MODEL") ?? TRANSCRIPTION_MODEL_DEFAULT,
          },
    translationService:
      translationUrl === undefined ? undefined : { url: translationUrl, key: text(env, "TRANSLATION_KEY") },
  };
}

/** PUSH-8: everyone who reaches this server can make it send to that place, so the server must be only for this machine too. */
function pushTestServiceOf(env: Environment, host: string): string | undefined {
  const value = text(env, "PUSH_TEST_SERVICE");
  if (value === undefined) return undefined;
  if (!isLoopback(host)) throw new SettingsError("PUSH_TEST_SERVICE needs a HOST on this machine, such as 127.0.0.1");
  const isLocal = /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}$/.test(value) && URL.canParse(value);
  return isLocal
    ? new URL(value).origin
    : refuse("PUSH_TEST_SERVICE", "an address such as http://127.0.0.1:8090", value);
}

const RING_SECONDS_DEFAULT = 60;
const RING_SECONDS_MOST = 180; // RFC 3261 §16.6, timer C: after that the far end may give up by itself

function ringSecondsOf(env: Environment): number {
  const value = text(env, "RING_SECONDS") ?? String(RING_SECONDS_DEFAULT);
  const seconds = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  const fits = seconds >= 1 && seconds <= RING_SECONDS_MOST;
  return fits ? seconds : refuse("RING_SECONDS", `seconds from 1 to ${RING_SECONDS_MOST}`, value);
}

const CALL_STORY_HOURS_DEFAULT = "24";
/** STORY-3: they are in memory. */
const CALL_STORY_HOURS_MOST = 168;

function callStoryHoursOf(env: Environment): number {
  const value = text(env, "CALL_STORY_HOURS") ?? CALL_STORY_HOURS_DEFAULT;
  const hours = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  return hours <= CALL_STORY_HOURS_MOST
    ? hours
    : refuse("CALL_STORY_HOURS", `hours from 0 to ${CALL_STORY_HOURS_MOST}`, value);
}

/** VM-32: about ninety hours of speech. */
const BOX_MB_DEFAULT = "1000";
const MB = 1_000_000;

function boxBytesOf(env: Environment): number {
  const value = text(env, "BOX_MB") ?? BOX_MB_DEFAULT;
  const bytes = /^\d{1,7}(\.\d{1,6})?$/.test(value) ? Math.round(Number(value) * MB) : 0;
  return bytes > 0 ? bytes : refuse("BOX_MB", "megabytes, more than 0", value);
}

function realmOf(env: Environment): string | undefined {
  const value = text(env, "REALM");
  if (value === undefined) return undefined;
  return /^[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/.test(value)
    ? value
    : refuse("REALM", "lower-case letters, digits, dots and dashes", value);
}
