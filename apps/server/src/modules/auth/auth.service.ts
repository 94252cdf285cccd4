import { createHash, timingSafeEqual } from "node:crypto";
import { AppError, mergePermissions, type Token } from "@callpanel/contract";
import type { Authenticate } from "../../kernel/caller.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { newId, newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets.ts";
import { foldUsername, verifyPassword, type UserStore } from "../users/index.ts";
import {
  ACCESS_SECONDS,
  CODE_SECONDS,
  judgeRefresh,
  PANEL_CLIENT_ID,
  REFRESH_SECONDS,
  SCOPE,
  SESSION_SECONDS,
  type Session,
  type SignIn,
  type StoredToken,
} from "./auth.model.ts";
import type { AuthStore } from "./auth.store.ts";
import type { Lockout } from "./lockout.ts";

/** Password checks at once: each takes 19 MiB and some 20 ms of a core; what comes above waits outside. */
const MOST_CHECKS = 32;

export interface AuthServiceDeps {
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly users: UserStore;
  readonly sessions: AuthStore;
  readonly lockout: Lockout;
  /** A hash no password has (`createDecoyHash`). */
  readonly decoyHash: string;
}

export interface PasswordAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

export interface AuthService {
  readonly authenticate: Authenticate;
  /** Checks a password; refusals are values. Throws `server.unavailable` when too many are being checked. */
  checkPassword(attempt: PasswordAttempt): Promise<SignIn>;
  /** Opens a session. */
  openSession(input: { readonly userId: number; readonly clientId: string }): Promise<Token>;
  /** A code to be traded for tokens by whoever holds the verifier of `challenge` (RFC 7636). */
  issueCode(input: {
    readonly userId: number;
    readonly redirectUri: string;
    readonly challenge: string;
  }): Promise<string>;
  tradeCode(input: {
    readonly code: string;
    readonly clientId: string;
    readonly redirectUri: string;
    readonly verifier: string | undefined;
  }): Promise<Token>;
  refresh(input: { readonly refreshToken: string; readonly clientId: string | undefined }): Promise<Token>;
  /** Ends the session of an access or refresh token; an unknown token is no error (RFC 7009 §2.2). */
  revoke(token: string): Promise<void>;
  isSessionOpen(sessionId: string): Promise<boolean>;
  prune(): Promise<void>;
}

/** Sign-in, tokens and sessions. Throws `AppError` with `token.…` codes on a grant that does not hold. */
export function createAuthService(deps: AuthServiceDeps): AuthService {
  const { clock, random, log, users, sessions, lockout } = deps;

  const mint = (session: Session, parent: string | null): { token: Token; stored: readonly StoredToken[] } => {
    const now = clock.now();
    const access = newToken(random);
    const refresh = newToken(random);
    const stored = (kind: StoredToken["kind"], token: string, seconds: number): StoredToken => ({
      digest: tokenDigest(token),
      kind,
      sessionId: session.id,
      createdAt: now,
      expiresAt: Math.min(now + seconds * 1_000, session.expiresAt),
      usedAt: null,
      parent,
    });
    return {
      token: {
        client_id: session.clientId,
        access_token: access,
        refresh_token: refresh,
        token_type: "Bearer",
        scope: session.scope,
        created_at: Math.floor(now / 1_000),
        expires_in: ACCESS_SECONDS,
      },
      stored: [stored("access", access, ACCESS_SECONDS), stored("refresh", refresh, REFRESH_SECONDS)],
    };
  };

  const open = async (input: { userId: number; clientId: string }): Promise<{ token: Token; session: Session }> => {
    const now = clock.now();
    const session: Session = {
      id: newId(random),
      ...input,
      scope: SCOPE,
      createdAt: now,
      expiresAt: now + SESSION_SECONDS * 1_000,
      revokedAt: null,
    };
    const { token, stored } = mint(session, null);
    await sessions.open(session, stored);
    return { token, session };
  };

  let checking = 0;
  const userWith = async (username: string, password: string): Promise<number | undefined> => {
    const user = await users.byUsername(username);
    const credential = user === undefined ? undefined : await users.credentialOf(user.id);
    const right = await verifyPassword(credential?.passwordHash ?? deps.decoyHash, password);
    return right && credential !== undefined ? user?.id : undefined;
  };

  const revokeReused = async (sessionId: string, what: string): Promise<never> => {
    await sessions.revoke(sessionId, clock.now());
    log.warn("session ended: a token was used twice", { sessionId, what });
    throw new AppError("token.invalidGrant");
  };

  return {
    authenticate: async (accessToken) => {
      const found = await sessions.find(tokenDigest(accessToken));
      if (found === undefined) return undefined;
      const { token, session } = found;
      const now = clock.now();
      if (token.kind !== "access" || token.expiresAt <= now || session.revokedAt !== null) return undefined;
      const user = await users.byId(session.userId);
      if (user === undefined) return undefined;
      const { group, user: own } = await users.permissionsOf(user.id);
      return {
        userId: user.id,
        username: user.username,
        realm: { id: user.realm.id, name: user.realm.name },
        sessionId: session.id,
        rights: mergePermissions(group, own),
        mayUsePanel: user.mayUsePanel,
      };
    },

    checkPassword: async ({ username: typed, password, address }) => {
      if (checking >= MOST_CHECKS) throw new AppError("server.unavailable");
      const attempt = { username: foldUsername(typed), address };
      const seconds = lockout.begin(attempt);
      if (seconds !== undefined) return { ok: false, code: "login.error.locked", seconds };
      checking += 1;
      try {
        const userId = await userWith(attempt.username, password);
        if (userId === undefined) return { ok: false, code: "login.error.login" };
        lockout.succeeded(attempt);
        return { ok: true, userId };
      } finally {
        checking -= 1;
      }
    },

    openSession: async (input) => (await open(input)).token,

    issueCode: async ({ userId, redirectUri, challenge }) => {
      const code = newToken(random);
      await sessions.saveCode({
        digest: tokenDigest(code),
        userId,
        clientId: PANEL_CLIENT_ID,
        redirectUri,
        challenge,
        expiresAt: clock.now() + CODE_SECONDS * 1_000,
        usedAt: null,
        sessionId: null,
      });
      return code;
    },

    tradeCode: async ({ code, clientId, redirectUri, verifier }) => {
      const digest = tokenDigest(code);
      const used = await sessions.useCode(digest, clock.now());
      if (used === undefined) throw new AppError("token.invalidGrant");
      // RFC 6749 §4.1.2: a code used twice was overheard, so what it was traded for falls too.
      if (!used.first && used.code.sessionId !== null) return revokeReused(used.code.sessionId, "authorization code");
      const holds =
        used.first &&
        used.code.expiresAt > clock.now() &&
        used.code.clientId === clientId &&
        used.code.redirectUri === redirectUri &&
        verifier !== undefined &&
        provesChallenge(verifier, used.code.challenge);
      if (!holds) throw new AppError("token.invalidGrant");
      const { token, session } = await open({ userId: used.code.userId, clientId });
      await sessions.bindCode(digest, session.id);
      return token;
    },

    refresh: async ({ refreshToken, clientId }) => {
      const digest = tokenDigest(refreshToken);
      const found = await sessions.find(digest);
      if (found === undefined) throw new AppError("token.invalidGrant");
      const { session } = found;
      if (clientId !== undefined && clientId !== session.clientId) throw new AppError("token.invalidGrant");
      const { token, stored } = mint(session, digest);
      const successorUsed = await sessions.successorUsed(digest);
      const verdict = judgeRefresh({ token: found.token, session, successorUsed, now: clock.now() });
      switch (verdict) {
        case "refuse":
          throw new AppError("token.invalidGrant");
        case "reused":
          return revokeReused(session.id, "refresh token");
        case "sibling":
          await sessions.add(stored);
          return token;
        case "rotate":
          // Lost the race against a concurrent trade of this moment: a sibling, by the same grace.
          if (!(await sessions.rotate({ digest, usedAt: clock.now(), successors: stored }))) await sessions.add(stored);
          return token;
      }
    },

    revoke: async (token) => {
      const found = await sessions.find(tokenDigest(token));
      if (found !== undefined && found.session.revokedAt === null) await sessions.revoke(found.session.id, clock.now());
    },

    isSessionOpen: async (sessionId) => {
      const session = await sessions.session(sessionId);
      return session !== undefined && session.revokedAt === null && session.expiresAt > clock.now();
    },

    prune: () => sessions.prune(clock.now()),
  };
}

/** RFC 7636 §4.6, S256; compared in constant time. */
function provesChallenge(verifier: string, challenge: string): boolean {
  const made = Buffer.from(createHash("sha256").update(verifier, "ascii").digest("base64url"));
  const wanted = Buffer.from(challenge);
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}
