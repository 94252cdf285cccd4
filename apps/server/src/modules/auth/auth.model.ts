/** RFC 6749 §4.1.2 recommends at most ten minutes; the panel trades the code at once. */
export const CODE_SECONDS = 60;
/** Opaque and revocable at any moment, so the length only bounds how often the panel refreshes. */
export const ACCESS_SECONDS = 1_800;
/** A panel that was not opened for this long signs in anew. */
export const REFRESH_SECONDS = 30 * 86_400;
/** However often it is refreshed, a session ends after this. */
export const SESSION_SECONDS = 90 * 86_400;
/**
 * Two tabs, or a retry after a lost answer, may present the same refresh token within this time: each gets its own new
 * tokens. After it the token counts as stolen and the session ends (docs/adr/0005).
 */
export const REFRESH_GRACE_MS = 10_000;

export const SCOPE = "callpanel";

/** The panel's own client: public, so codes are bound to it by PKCE (RFC 7636) and never by a secret. */
export const PANEL_CLIENT_ID = "callpanel";
export const REDIRECT_PATH = "/clusterpbx_callback"; // spec 1 §2

/** One sign-in. All its tokens fall with it. Times in milliseconds since the epoch. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly clientId: string;
  readonly scope: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  /** The session whose sign-in link opened it. Written once, never read back. */
  readonly openedBy?: string;
}

export interface StoredToken {
  /** Digest of the token; the token itself is never stored. */
  readonly digest: string;
  readonly kind: "access" | "refresh";
  readonly sessionId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When a refresh token was traded; null while it is fresh. */
  readonly usedAt: number | null;
  /** Digest of the refresh token it was traded for; null for the first of a session. */
  readonly parent: string | null;
}

export interface AuthorizationCode {
  readonly digest: string;
  readonly userId: number;
  readonly clientId: string;
  readonly redirectUri: string;
  /** RFC 7636 §4.2, method S256. */
  readonly challenge: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  /** The session it was traded for. */
  readonly sessionId: string | null;
}

/** What becomes of a refresh token that is presented. */
export type RefreshVerdict = "rotate" | "sibling" | "reused" | "refuse";

/**
 * `rotate` trades it; `sibling` is a concurrent trade within the grace time; `reused` ends the session; `refuse` says no
 * and leaves things as they are. `successorUsed`: whether a token it was traded for was traded in turn.
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
