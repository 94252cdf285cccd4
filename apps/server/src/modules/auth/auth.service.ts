import { createHash, timingSafeEqual } from "node:crypto";
import { AppError, type Token } from "@callpanel/contract";
import type { Authenticate } from "../../kernel/http/caller.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Guard } from "../../kernel/guard/guard.ts";
import type { Log } from "../../kernel/log.ts";
import { newId, newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { SecondFactorService } from "../second-factor/index.ts";
import type { UserStore } from "../users/index.ts";
import {
  CODE_SECONDS,
  judgeRefresh,
  PANEL_CLIENT_ID,
  REFRESH_GRACE_MS,
  SCOPE,
  SESSION_SECONDS,
  type AuthorizationCode,
  type Session,
  type StoredToken,
} from "./auth.model.ts";
import { checkApplication, type Application, type ApplicationStore } from "./applications.ts";
import type { AuthStore } from "./auth.store.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createPasswordCheck, type CheckPassword } from "./password-check.ts";
import {
  createSecondStep,
  createSignIn,
  type FinishSignIn,
  type SignInByCode,
  type SignInByPassword,
} from "./sign-in.ts";
import { createSignInNotes, deviceOf, type SignInOrigin } from "./sign-in-notes.ts";
import type { SignInsStore } from "./sign-ins.store.ts";
import { createTokenMint } from "./token-mint.ts";

export interface AuthServiceDeps {
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly users: UserStore;
  readonly sessions: AuthStore;
  readonly signIns: Pick<SignInsStore, "addFailed">;
  readonly applications: ApplicationStore;
  readonly guard: Guard;
  /** A hash that matches no password (`createDecoyHash`). */
  readonly decoyHash: string;
  readonly secondFactor: SecondFactorService;
}

export interface CodeTrade {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string | undefined;
  readonly origin: SignInOrigin;
}

export interface OpenSession {
  readonly userId: number;
  readonly clientId: string;
  readonly origin: SignInOrigin;
  /** `SCOPE` by default. */
  readonly scope?: string;
  /** The session whose sign-in link opened this one. */
  readonly openedBy?: string;
}

export interface AuthService {
  readonly authenticate: Authenticate;
  readonly checkPassword: CheckPassword;
  /** Used by every sign-in with a password. */
  readonly signIn: SignInByPassword;
  /** Used after every other kind of sign-in. */
  readonly secondStep: SignInByCode;
  /** Checks the code after a correct password. */
  readonly finishSignIn: FinishSignIn;
  /** Counts the failures of every way to sign in. */
  readonly guard: Guard;
  openSession(input: OpenSession): Promise<Token>;
  /** A code that the holder of the verifier of `challenge` can exchange for tokens (RFC 7636); without one, only an application. */
  issueCode(input: {
    readonly userId: number;
    readonly clientId: string;
    readonly redirectUri: string;
    readonly challenge: string;
  }): Promise<string>;
  /** AUTH-50: the registered application of a client id. */
  applicationOf(clientId: string): Promise<Application | undefined>;
  /** AUTH-51 @throws AppError token.clientSecret */
  proveApplication(application: Application, authorization: string | undefined): void;
  tradeCode(trade: CodeTrade): Promise<Token>;
  /** AUTH-51: a token of an application is exchanged only by itself: `authorization` is the header of the request. */
  refresh(input: {
    readonly refreshToken: string;
    readonly clientId: string | undefined;
    readonly authorization: string | undefined;
  }): Promise<Token>;
  /** Ends the session of an access or refresh token; an unknown token is not an error (RFC 7009 §2.2). */
  revoke(token: string): Promise<void>;
  isSessionOpen(sessionId: string): Promise<boolean>;
  prune(): Promise<void>;
}

/** Sign-in, tokens and sessions. Throws `AppError` `token.invalidGrant` for an invalid grant. */
export function createAuthService(deps: AuthServiceDeps): AuthService {
  const { clock, random, sessions } = deps;
  const mint = createTokenMint(deps);
  const applicationOf = async (clientId: string) =>
    clientId === PANEL_CLIENT_ID ? undefined : deps.applications.byClientId(clientId);
  const checkPassword = createPasswordCheck(deps);
  const { notingPassword, notingCode } = createSignInNotes(deps);
  const finishSignIn = notingCode(deps.secondFactor.finish);
  const secondStep = createSecondStep({ begin: deps.secondFactor.begin, finish: finishSignIn });

  const newSession = ({
    origin,
    ...input
  }: OpenSession): { token: Token; session: Session; tokens: readonly StoredToken[] } => {
    const now = clock.now();
    const expiresAt = now + SESSION_SECONDS * 1_000;
    const times = { createdAt: now, expiresAt, revokedAt: null };
    const session = { id: newId(random), scope: SCOPE, ...input, ...times, device: deviceOf(origin) };
    const { token, stored } = mint(session, null);
    return { token, session, tokens: stored };
  };

  const endStolen = async (sessionId: string, what: string): Promise<never> => {
    await sessions.revokeStolen(sessionId, clock.now());
    deps.log.warn("session ended: a token was used twice", { sessionId, what });
    throw new AppError("token.invalidGrant");
  };

  return {
    authenticate: createAuthenticate(deps),
    checkPassword,
    signIn: createSignIn({ checkPassword: notingPassword(checkPassword), secondStep }),
    secondStep,
    finishSignIn,
    guard: deps.guard,
    openSession: async (input) => {
      const { token, session, tokens } = newSession(input);
      await sessions.open(session, tokens);
      return token;
    },

    issueCode: async (input) => {
      const code = newToken(random);
      const digest = tokenDigest(code);
      const expiresAt = clock.now() + CODE_SECONDS * 1_000;
      await sessions.saveCode({ digest, ...input, expiresAt, usedAt: null, sessionId: null });
      return code;
    },

    tradeCode: async (trade) => {
      const now = clock.now();
      let token: Token | undefined;
      const outcome = await sessions.tradeCode(tokenDigest(trade.code), now, (code) => {
        if (!codeHolds(code, trade, now)) return undefined;
        const opened = newSession({ userId: code.userId, clientId: trade.clientId, origin: trade.origin });
        ({ token } = opened);
        return opened;
      });
      // RFC 6749 §4.1.2: a code that is used twice may be stolen, so the session opened with it ends too.
      if (outcome.trade === "reused") return endStolen(outcome.sessionId, "authorization code");
      if (outcome.trade === "refused" || token === undefined) throw new AppError("token.invalidGrant");
      return token;
    },

    applicationOf,

    proveApplication: (application, authorization) =>
      checkApplication(application, { authorization, now: clock.now() }),

    refresh: async ({ refreshToken, clientId, authorization }) => {
      const digest = tokenDigest(refreshToken);
      const found = await sessions.find(digest);
      if (found === undefined) throw new AppError("token.invalidGrant");
      const { session } = found;
      if (clientId !== undefined && clientId !== session.clientId) throw new AppError("token.invalidGrant");
      if (session.clientId !== PANEL_CLIENT_ID) {
        const application = await applicationOf(session.clientId);
        // AUTH-53: it was removed while it exchanged a code.
        if (application === undefined) throw new AppError("token.invalidGrant");
        checkApplication(application, { authorization, now: clock.now() });
      }
      const successorUsed = await sessions.successorUsed(digest);
      const { token, stored } = mint(session, digest);
      switch (judgeRefresh({ token: found.token, session, successorUsed, now: clock.now() })) {
        case "refuse":
          throw new AppError("token.invalidGrant");
        case "reused":
          return endStolen(session.id, "refresh token");
        case "sibling":
          await sessions.add(stored);
          return token;
        case "rotate": {
          const usedAt = clock.now();
          const rotated = await sessions.rotate({
            digest,
            usedAt,
            supersededAt: usedAt - REFRESH_GRACE_MS - 1,
            successors: stored,
          });
          // A parallel exchange was faster: this one becomes a sibling, within the same grace time.
          if (!rotated) await sessions.add(stored);
          return token;
        }
      }
    },

    revoke: async (token) => {
      const found = await sessions.find(tokenDigest(token));
      if (found !== undefined) await sessions.revoke(found.session.id, clock.now());
    },

    isSessionOpen: async (sessionId) => {
      const session = await sessions.session(sessionId);
      return session !== undefined && session.revokedAt === null && session.expiresAt > clock.now();
    },

    prune: () => sessions.prune(clock.now()),
  };
}

function codeHolds(code: AuthorizationCode, trade: CodeTrade, now: number): boolean {
  return (
    code.expiresAt > now &&
    code.clientId === trade.clientId &&
    code.redirectUri === trade.redirectUri &&
    (code.challenge === ""
      ? trade.verifier === undefined
      : trade.verifier !== undefined && provesChallenge(trade.verifier, code.challenge))
  );
}

/** RFC 7636 §4.6, S256; compared in constant time. */
function provesChallenge(verifier: string, challenge: string): boolean {
  const made = Buffer.from(createHash("sha256").update(verifier, "ascii").digest("base64url"));
  const wanted = Buffer.from(challenge);
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}
