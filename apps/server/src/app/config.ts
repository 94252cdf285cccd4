import { networkInterfaces } from "node:os";
import type { RuntimeConfig } from "@callpanel/contract";
import { resolve } from "node:path";
import { isIP } from "node:net";
import { isEmailAddress, STUN_PORT } from "@callpanel/contract";
import type { S3Place } from "../adapters/sounds/index.ts";
import type { SpeechSettings } from "../adapters/speech/index.ts";
import { isNetwork } from "../kernel/http/client-address.ts";

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
  /** Proxies of which X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Undefined: SQLite in the data directory. */
  readonly databaseUrl: string | undefined;
  /** RabbitMQ, through which the servers of one PostgreSQL database tell each other; undefined: through the database. */
  readonly brokerUrl: string | undefined;
  readonly logLevel: LogLevel;
  /** The address offered in ICE. */
  readonly mediaAddress: string;
  /** Offer the machine's other addresses after it in ICE. */
  readonly mediaOnOwnAddresses: boolean;
  /** First and last port of media, of which each media worker has one; undefined: the system chooses. */
  readonly mediaPorts: readonly [number, number] | undefined;
  /** UDP port of the STUN server; undefined: no STUN server. */
  readonly stunPort: number | undefined;
  /** How long a call rings before the caller hears that nobody answers. */
  readonly ringSeconds: number;
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
  /** Key for encrypted values in the database; undefined: a key in the data directory. */
  readonly secretKey: string | undefined;
  /** The realm that the phone system serves; undefined: the first one. */
  readonly realm: string | undefined;
}

export interface MailSettings {
  /** Undefined: mails are written as files to the data directory. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
}

export interface SmsReplySettings {
  /** Of the addresses to which people answer. */
  readonly domain: string;
  /** Where the site's mail server delivers this mail by SMTP. */
  readonly host: string;
  readonly port: number;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** An invalid setting. The message is one line for the person who started the server; exit code 2. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

type Environment = Readonly<Record<string, string | undefined>>;

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
    takesMessages: flagOf(env, "VOICEMAIL") ?? true,
    voicemailOperator: numberOf(env, "VOICEMAIL_OPERATOR"),
    recording: flagOf(env, "RECORDING") ?? true,
    keepRecordingsDays: daysOf(env, "KEEP_RECORDINGS_DAYS"),
    keepMessagesDays: daysOf(env, "KEEP_MESSAGES_DAYS"),
    boxBytes: boxBytesOf(env),
    soundsPlace: soundsPlaceOf(env),
    demo: flagOf(env, "DEMO"),
    mail: mailOf(env),
    smsUrl: smsUrlOf(env),
    smsFrom: smsFromOf(env),
    smsCallbackSecret: smsCallbackSecretOf(env),
    smsReplies: smsRepliesOf(env),
    secretKey: secretKeyOf(env),
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

/** A random key of this length is at least as hard to guess as one of 128 bits. */
const SHORTEST_SECRET_KEY = 32;

function secretKeyOf(env: Environment): string | undefined {
  const key = text(env, "SECRET_KEY");
  if (key === undefined || key.length >= SHORTEST_SECRET_KEY) return key;
  throw new SettingsError(
    `SECRET_KEY must be ${SHORTEST_SECRET_KEY} characters or more (openssl rand -base64 32 makes one)`,
  );
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

function refuse(name: string, wanted: string, value: string): never {
  throw new SettingsError(`${name} must be ${wanted}, not "${value.slice(0, 100)}"`);
}

function choice<T extends string>(env: Environment, name: string, allowed: readonly T[]): T | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  return allowed.find((one) => one === value.toLowerCase()) ?? refuse(name, `one of ${allowed.join(", ")}`, value);
}

function flagOf(env: Environment, name: string): boolean | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (value === "1" || value === "true") return true;
  return value === "0" || value === "false" ? false : refuse(name, "1 or 0", value);
}

function listOf(env: Environment, name: string): readonly string[] {
  return (text(env, name) ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function hostOf(env: Environment): string {
  const host = text(env, "HOST") ?? "127.0.0.1";
  const isName = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(host) && !/^[\d.]+$/.test(host);
  return isIP(host) !== 0 || isName ? host : refuse("HOST", "an address or a host name", host);
}

function portOf(value: string, name: string, least: number): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  return port >= least && port <= 65_535 ? port : refuse(name, `a port from ${least} to 65535`, value);
}

function stunPortOf(env: Environment): number | undefined {
  const port = portOf(text(env, "STUN_PORT") ?? String(STUN_PORT), "STUN_PORT", 0);
  return port === 0 ? undefined : port;
}

function originOf(name: string, value: string): string {
  const wanted = "an address such as https://phone.example.com";
  if (!URL.canParse(value)) return refuse(name, wanted, value);
  const url = new URL(value);
  const plain = /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "" && url.username === "";
  return plain ? url.origin : refuse(name, wanted, value);
}

const originsOf = (env: Environment, name: string): readonly string[] =>
  listOf(env, name).map((one) => originOf(name, one));

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

/** URL of another server that the browser uses: https, or http on this machine. */
function addressOf(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  // Not shown in the message: it may contain a password.
  const refusal = new SettingsError(`${name} must be an https address without credentials`);
  if (!URL.canParse(value)) throw refusal;
  const { protocol, hostname, username, href } = new URL(value);
  const fits = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  if (!fits || username !== "") throw refusal;
  return href;
}

function moreInfoUrlOf(env: Environment): string | undefined {
  const value = text(env, "MORE_INFO_URL");
  if (value === undefined) return undefined;
  const isPage = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return isPage
    ? new URL(value).href
    : refuse("MORE_INFO_URL", "the address of a page such as https://example.com/phone", value);
}

function databaseUrlOf(env: Environment): string | undefined {
  const value = text(env, "DATABASE_URL");
  if (value === undefined) return undefined;
  // Not shown in the message: it may contain a password.
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol))
    throw new SettingsError("DATABASE_URL must be an address such as postgres://user:password@host/database");
  return value;
}

function brokerUrlOf(env: Environment): string | undefined {
  const value = text(env, "BROKER_URL");
  // Not shown in the message: it may contain a password.
  if (value !== undefined && !isBrokerUrl(value))
    throw new SettingsError("BROKER_URL must be an address such as amqps://user:password@host/vhost");
  return value;
}

function isBrokerUrl(value: string): boolean {
  if (!URL.canParse(value) || !/^amqps?:\/\/[^/?#]/i.test(value)) return false;
  const { username, password, pathname } = new URL(value);
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false; // an escape such as %zz
  }
}

/** RFC 6761 §6.4: the domain never exists, and no mail is sent from it. */
const MAIL_FROM_DEFAULT = "callpanel <no-reply@callpanel.invalid>";

function mailOf(env: Environment): MailSettings {
  const smtpUrl = text(env, "SMTP_URL");
  const from = text(env, "MAIL_FROM");
  // Not shown in the message: it may contain a password.
  if (smtpUrl !== undefined && !(URL.canParse(smtpUrl) && /^smtps?:\/\/[^/?#]/i.test(smtpUrl)))
    throw new SettingsError("SMTP_URL must be an address such as smtps://user:password@mail.example.com:465");
  if (smtpUrl !== undefined && from === undefined)
    throw new SettingsError("MAIL_FROM is needed with SMTP_URL: the address that mail comes from");
  const address = /<([^<>]*)>$/.exec(from ?? "")?.[1] ?? from;
  if (from !== undefined && (address === undefined || !isEmailAddress(address)))
    return refuse("MAIL_FROM", "an address such as Phone <phone@example.com>", from);
  return { smtpUrl, from: from ?? MAIL_FROM_DEFAULT };
}

function smsUrlOf(env: Environment): string | undefined {
  const value = text(env, "SMS_URL");
  // Not shown in the message: it may contain a password.
  if (value !== undefined && !isSmsUrl(value))
    throw new SettingsError(
      "SMS_URL must be an address such as https://user:password@sms.example.com/send or twilio://account:token@api.twilio.com",
    );
  return value;
}

/** Tokens are not sent to other machines without TLS. */
function isSmsUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search } = new URL(value);
  if (/^https?:$/.test(protocol)) return true;
  // Centres are often reached without TLS, through a tunnel.
  if (/^smpps?:$/.test(protocol)) return hostname !== "" && username !== "" && password !== "";
  const isKannel = protocol === "kannel:" || (protocol === "kannel+http:" && isLoopback(hostname));
  if (isKannel) return hostname !== "" && username !== "" && password !== "" && search === "";
  const isTwilio = protocol === "twilio:" || (protocol === "twilio+http:" && isLoopback(hostname));
  return isTwilio && hostname !== "" && /^\w{1,64}$/.test(username) && password !== "" && search === "";
}

function smsFromOf(env: Environment): string | undefined {
  const value = text(env, "SMS_FROM");
  if (value === undefined || /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(value)) return value;
  return refuse("SMS_FROM", "a number such as +14165550100, or the id of a messaging service", value);
}

/** It is part of an address. */
function smsCallbackSecretOf(env: Environment): string | undefined {
  const value = text(env, "SMS_CALLBACK_SECRET");
  if (value === undefined || /^[\w-]{20,128}$/.test(value)) return value;
  throw new SettingsError("SMS_CALLBACK_SECRET must be 20 to 128 letters, digits, - and _");
}

const SMS_REPLY_LISTEN_DEFAULT = "127.0.0.1:2525";

function smsRepliesOf(env: Environment): SmsReplySettings | undefined {
  const domain = text(env, "SMS_REPLY_DOMAIN");
  if (domain === undefined) return undefined;
  if (!isEmailAddress(`sms@${domain}`) || !domain.includes("."))
    return refuse("SMS_REPLY_DOMAIN", "a domain such as sms.example.com", domain);
  const listen = text(env, "SMS_REPLY_LISTEN") ?? SMS_REPLY_LISTEN_DEFAULT;
  const [, host = "", port = ""] = /^\[?([0-9a-f.:]+?)\]?:(\d+)$/i.exec(listen) ?? [];
  if (isIP(host) === 0) return refuse("SMS_REPLY_LISTEN", "an address and a port such as 127.0.0.1:2525", listen);
  return { domain, host, port: portOf(port, "SMS_REPLY_LISTEN", 0) };
}

/** `https://key:secret@host/bucket/prefix?region=…` */
function soundsPlaceOf(env: Environment): S3Place | undefined {
  const value = text(env, "SOUNDS_URL");
  if (value === undefined) return undefined;
  // Not shown in the message: it contains the secret.
  const refusal = new SettingsError("SOUNDS_URL must be an address such as https://key:word@s3.example.com/bucket");
  if (!URL.canParse(value)) throw refusal;
  const { protocol, username, password, origin, pathname, searchParams } = new URL(value);
  const [, bucket = "", prefix = ""] = /^\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([\w./-]*))?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === "" || password === "" || bucket === "") throw refusal;
  return {
    bucketUrl: `${origin}/${bucket}`,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    region: searchParams.get("region") ?? "us-east-1",
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
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

function mediaAddressOf(env: Environment, host: string): string {
  const value = text(env, "MEDIA_ADDRESS");
  if (value !== undefined) return isIP(value) !== 0 ? value : refuse("MEDIA_ADDRESS", "a numeric address", value);
  if (isLoopback(host)) return "127.0.0.1";
  if (isIP(host) !== 0 && host !== "0.0.0.0" && host !== "::") return host;
  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal);
  if (outward === undefined)
    throw new SettingsError("MEDIA_ADDRESS is needed: this machine has no outward IPv4 address");
  return outward.address;
}

function mediaPortsOf(env: Environment): readonly [number, number] | undefined {
  const value = text(env, "MEDIA_PORTS");
  if (value === undefined) return undefined;
  const [first = "", last = first, ...rest] = value.split("-");
  const wanted = "a port or a range such as 40000-40003";
  if (rest.length > 0) return refuse("MEDIA_PORTS", wanted, value);
  const range = [portOf(first, "MEDIA_PORTS", 1024), portOf(last, "MEDIA_PORTS", 1024)] as const;
  return range[0] <= range[1] ? range : refuse("MEDIA_PORTS", wanted, value);
}

function numberOf(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  return /^\+?\d{2,15}$/.test(value) ? value : refuse(name, "a number to dial, in digits", value);
}

const RING_SECONDS_DEFAULT = 60;
const RING_SECONDS_MOST = 180; // RFC 3261 §16.6, timer C: after that the far end may give up by itself

function ringSecondsOf(env: Environment): number {
  const value = text(env, "RING_SECONDS") ?? String(RING_SECONDS_DEFAULT);
  const seconds = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
  const fits = seconds >= 1 && seconds <= RING_SECONDS_MOST;
  return fits ? seconds : refuse("RING_SECONDS", `seconds from 1 to ${RING_SECONDS_MOST}`, value);
}

function daysOf(env: Environment, name: string): number | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : refuse(name, "days from 1 to 99999", value);
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
