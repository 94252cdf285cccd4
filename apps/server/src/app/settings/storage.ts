/** Where the server keeps what it must not lose. */
import type { S3Place } from "../../adapters/sounds/index.ts";
import { SettingsError, text, type Environment } from "./environment.ts";

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
export function soundsPlaceOf(env: Environment): S3Place | undefined {
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
