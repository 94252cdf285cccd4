import { createHash } from "node:crypto";

/** Cryptographically strong bytes, e.g. `randomBytes` of node:crypto. */
export type RandomBytes = (byteCount: number) => Uint8Array;

/** 256 bits: an opaque token cannot be guessed, so the store needs only a plain digest. */
const TOKEN_BYTES = 32;

/** A new opaque token, 43 characters of base64url. */
export function newToken(random: RandomBytes): string {
  return Buffer.from(random(TOKEN_BYTES)).toString("base64url");
}

/** The form in which the store keeps a token. */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("base64url");
}

/** 100 bits in characters that are easy to read out: no 0 o 1 l i, and none with which an option begins. */
const PASSWORD_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789_";
const PASSWORD_CHARS = 20;

/** A password for a person who has not chosen one. */
export const newPassword = (random: RandomBytes): string =>
  Array.from(random(PASSWORD_CHARS), (byte) => PASSWORD_ALPHABET[byte % PASSWORD_ALPHABET.length]).join("");

export function newId(random: RandomBytes): string {
  return Buffer.from(random(16)).toString("hex");
}
