import { tokenSchema } from "@callpanel/contract";
import type { Token } from "@callpanel/contract";
import type { TextStorage } from "../../shared/storage.ts";

/** Local storage keys begin with this (spec 1 §3, "Stored auth"). */
export const AUTH_PREFIX = "auth_";
/** In the order of writing. The access token is written last and removed first: a tab that sees it sees the rest too. */
const TOKEN_FIELDS = [
  "client_id",
  "refresh_token",
  "token_type",
  "scope",
  "created_at",
  "expires_in",
  "access_token",
] as const;
export const LAST_WRITTEN_KEY = `${AUTH_PREFIX}access_token`;

/** The person of an embedded sign-in (spec 1 §3); the password is not stored (EMBED-7). */
export const PERSON_KEYS = {
  cloudId: `${AUTH_PREFIX}cloud_id`,
  username: `${AUTH_PREFIX}username`,
  language: `${AUTH_PREFIX}language`,
} as const;

/** A token this close to its expiry is refreshed before use, because the request takes time. */
const EXPIRY_MARGIN_SECONDS = 5;

/** SESSION-4: expiry is created_at plus expires_in, in seconds. */
export function hasExpired(token: Token, nowMs: number): boolean {
  return nowMs / 1000 >= token.created_at + token.expires_in - EXPIRY_MARGIN_SECONDS;
}

export const bearerOf = (token: Token): string => `${token.token_type} ${token.access_token}`;

/** The stored token, or null when any field is missing or damaged. */
export function readToken(storage: TextStorage): Token | null {
  const entries = TOKEN_FIELDS.map((field) => [field, storage.get(AUTH_PREFIX + field)] as const);
  const stored = Object.fromEntries(entries);
  const parsed = tokenSchema.safeParse({
    ...stored,
    created_at: numberOf(stored.created_at),
    expires_in: numberOf(stored.expires_in),
  });
  return parsed.success && parsed.data.access_token !== "" ? parsed.data : null;
}

export function writeToken(storage: TextStorage, token: Token): void {
  for (const field of TOKEN_FIELDS) storage.set(AUTH_PREFIX + field, String(token[field]));
}

export function clearToken(storage: TextStorage): void {
  for (const field of [...TOKEN_FIELDS].reverse()) storage.remove(AUTH_PREFIX + field);
}

/** SESSION-13: there is a refresh token, but no readable access token. */
export const hasLostAccess = (storage: TextStorage): boolean =>
  readToken(storage) === null && Boolean(storage.get(`${AUTH_PREFIX}refresh_token`));

export function forgetPerson(storage: TextStorage): void {
  for (const key of Object.values(PERSON_KEYS)) storage.remove(key);
}

function numberOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
