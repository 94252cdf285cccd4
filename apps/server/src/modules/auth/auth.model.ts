/** RFC 6749 §4.1.2 recommends at most ten minutes; the panel exchanges the code immediately. */
export const CODE_SECONDS = 60;
/** Opaque and revocable at any time, so the lifetime only decides how often the panel refreshes. */
export const ACCESS_SECONDS = 1_800;
/** A panel that was not opened for this long has to sign in again. */
export const REFRESH_SECONDS = 30 * 86_400;
/** A session ends after this time, even if it is refreshed. */
export const SESSION_SECONDS = 90 * 86_400;
/**
 * Two tabs, or a retry after a lost response, may present the same refresh token within this time: each gets its own new
 * tokens. After this time the token counts as stolen and the session ends (docs/adr/0005).
 */
export const REFRESH_GRACE_MS = 10_000;

export const SCOPE = "callpanel";

/** The panel's own client. It is public, so codes are bound to it by PKCE (RFC 7636) and not by a secret. */
export const PANEL_CLIENT_ID = "callpanel";
export const REDIRECT_PATH = "/clusterpbx_callback"; // spec 1 §2

/** From where, and with what, a person signs in. */
export interface Device {
  /** `shortenedNetwork` of the address; the address is not stored. */
  readonly network: string;
  /** At most `USER_AGENT_CHARS`. */
  readonly userAgent: string;
}

export const USER_AGENT_CHARS = 256;

/** One sign-in. All its tokens end with it. Times in milliseconds since the epoch. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly clientId: string;
  readonly scope: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly device: Device;
  /** The session whose sign-in link opened this one. Written once, not read by the service. */
  readonly openedBy?: string;
}

export interface StoredToken {
  /** Digest of the token; the token itself is not stored. */
  readonly digest: string;
  readonly kind: "access" | "refresh";
  readonly sessionId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When a refresh token was exchanged; null while it is unused. */
  readonly usedAt: number | null;
  /** Digest of the refresh token that was exchanged for this one; null for the first of a session. */
  readonly parent: string | null;
}

export interface AuthorizationCode {
  readonly digest: string;
  readonly userId: number;
  readonly clientId: string;
  readonly redirectUri: string;
  /** RFC 7636 §4.2, method S256; empty: an application that proves itself with its secret asked without one. */
  readonly challenge: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  /** The session that was opened with it. */
  readonly sessionId: string | null;
}

/** The decision about a presented refresh token. */
export type RefreshVerdict = "rotate" | "sibling" | "reused" | "refuse";

/**
 * `rotate` exchanges it; `sibling` is a parallel exchange within the grace time; `reused` ends the session; `refuse`
 * returns an error and changes nothing. `successorUsed`: whether a token that it was exchanged for was exchanged in turn.
 */
export function judgeRefresh(input: {
  readonly token: StoredToken;
  readonly session: Session;
  readonly successorUsed: boolean;
  readonly now: number;
}): RefreshVerdict {
  const { token, session, successorUsed, now } = input;
  if (session.revokedAt !== null || session.expiresAt <= now) return "refuse";
  if (token.kind !== "refresh") return "refuse";
  if (token.usedAt === null) return token.expiresAt <= now ? "refuse" : "rotate";
  return now - token.usedAt <= REFRESH_GRACE_MS && !successorUsed ? "sibling" : "reused";
}
