/** Where the server keeps what it must not lose. */
import { resolve } from "node:path";
import type { S3Place } from "../../adapters/s3/index.ts";
import { refuse, SettingsError, text, type Environment } from "./environment.ts";

export function databaseUrlOf(env: Environment): string | undefined {
  const value = text(env, "DATABASE_URL");
  if (value === undefined) return undefined;
  // Not shown in the message: it may contain a password.
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol))
    throw new SettingsError("DATABASE_URL must be an address such as postgres://user:password@host/database");
  return value;
}

export function brokerUrlOf(env: Environment): string | undefined {
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

/** Where back-ups may be, and the schedule until another one is chosen (BACKUP-18). */
export interface BackupSettings {
  readonly folder: string | undefined;
  readonly bucket: S3Place | undefined;
  /** `03:00` */
  readonly time: string;
  readonly keep: number;
}

const BACKUP_TIME_DEFAULT = "03:00";
const BACKUP_KEEP_DEFAULT = "14";

/** Undefined: there is no place for them. */
export function backupOf(env: Environment): BackupSettings | undefined {
  const folder = text(env, "BACKUP_DIR");
  const bucket = bucketOf(env, "BACKUP_URL");
  if (folder === undefined && bucket === undefined) return undefined;
  const time = text(env, "BACKUP_TIME") ?? BACKUP_TIME_DEFAULT;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return refuse("BACKUP_TIME", "a time of day such as 03:00", time);
  const keep = text(env, "BACKUP_KEEP") ?? BACKUP_KEEP_DEFAULT;
  if (!/^[1-9]\d{0,3}$/.test(keep)) return refuse("BACKUP_KEEP", "a count from 1 to 9999", keep);
  return { folder: folder === undefined ? undefined : resolve(folder), bucket, time, keep: Number(keep) };
}

/** A random key of this length is at least as hard to guess as one of 128 bits. */
const SHORTEST_SECRET_KEY = 32;

export function secretKeyOf(env: Environment): string | undefined {
  const key = text(env, "SECRET_KEY");
  if (key === undefined || key.length >= SHORTEST_SECRET_KEY) return key;
  throw new SettingsError(
    `SECRET_KEY must be ${SHORTEST_SECRET_KEY} characters or more (openssl rand -base64 32 makes one)`,
  );
}

/** `https://key:secret@host/bucket/prefix?region=…` */
export function bucketOf(env: Environment, name: "SOUNDS_URL" | "BACKUP_URL"): S3Place | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  // Not shown in the message: it contains the secret.
  const refusal = new SettingsError(`${name} must be an address such as https://key:word@s3.example.com/bucket`);
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
