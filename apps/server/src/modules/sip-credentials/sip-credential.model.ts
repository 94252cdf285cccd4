import { createHash } from "node:crypto";
import type { RandomBytes } from "../../kernel/secrets/secrets.ts";

/** Limit of SIP secrets of a person's sessions; the least recently used is removed. With `MOST_PHONES` at most 50. */
export const MOST_SESSION_SECRETS = 30;

/** The stored part of a SIP secret: HA1 of RFC 7616 §3.4.2, lower-case hex, not the secret itself. */
export interface SipHa1 {
  readonly md5: string;
  readonly sha256: string;
}

/** A secret of a phone or app. Times in ms since the epoch. */
export interface PhoneCredential {
  readonly id: string;
  readonly label: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly userAgent: string;
  readonly address: string;
}

/** Easy to read out and to type on a telephone: no 0 o 1 l. A power of two, so that all characters are equally likely. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
/** 130 bits. */
const SECRET_CHARS = 26;

export const newSipSecret = (random: RandomBytes): string =>
  Array.from(random(SECRET_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

/** HA1 covers name and realm, so a secret is useless for another account. */
export function sipHa1(of: { readonly username: string; readonly realm: string; readonly secret: string }): SipHa1 {
  const text = `${of.username}:${of.realm}:${of.secret}`;
  return {
    md5: createHash("md5").update(text, "utf8").digest("hex"),
    sha256: createHash("sha256").update(text, "utf8").digest("hex"),
  };
}
