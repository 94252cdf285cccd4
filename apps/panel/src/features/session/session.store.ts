import type { BodyOf, PanelErrorCode, Token } from "@callpanel/contract";
import { issueToken, revokeToken, validateSession } from "@callpanel/contract";
import { sayError } from "../../shared/api/api.ts";
import type { ErrorSay, Wire } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { createStore } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import {
  LAST_WRITTEN_KEY,
  bearerOf,
  clearToken,
  forgetPerson,
  hasExpired,
  readToken,
  writeToken,
} from "./token.model.ts";
import { lossOf, refreshToken, type LossCode, type TokenActions } from "./tokenRefresh.ts";

/** Whether this browser has tokens. Their use shows whether the server still accepts them. */
export type SessionState =
  /** `lost`: why a session ended without a sign-out. */
  | { readonly phase: "signed-out"; readonly lost?: LossCode | undefined }
  | { readonly phase: "signed-in"; readonly token: Token };

export type SignInResult = { readonly ok: true } | { readonly ok: false; readonly error: ErrorSay };

export interface SessionDeps {
  readonly wire: Wire;
  readonly storage: TextStorage;
  readonly clock: Clock;
  /** One at a time across all tabs. */
  readonly exclusively: <T>(name: string, run: () => Promise<T>) => Promise<T>;
}

export interface CodeGrant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly code: string;
  readonly codeVerifier: string;
}

export interface Session {
  readonly state: Readable<SessionState>;
  /** `otp` answers the challenge of an `otp.required` (docs/spec/second-factor.md). */
  signIn(credentials: {
    readonly username: string;
    readonly password: string;
    readonly otp?: { readonly challenge: string; readonly code: string };
  }): Promise<SignInResult>;
  signInWithCode(grant: CodeGrant): Promise<SignInResult>;
  /**
   * The person of a link or of a host application, by tokens that `ask` gets. What was signed in before is ended; a refusal
   * leaves no tokens.
   */
  signInEmbedded(ask: (wire: Wire) => Promise<Token>): Promise<SignInResult>;
  /** SESSION-4: a valid bearer, refreshed first if it had expired; null when signed out. */
  current(): Promise<string | null>;
  /** SESSION-5: the server refused this bearer. Shared by concurrent calls and by tabs; null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** Ends the session here and on the server. */
  signOut(): Promise<void>;
  /** Follows sign-ins and sign-outs of other tabs. @returns a stop function */
  watchTabs(): () => void;
}

const REFRESH_LOCK = "callpanel-refresh";
type TokenRequest = BodyOf<typeof issueToken>;
type SessionAction =
  | { readonly type: "signed-in"; readonly token: Token }
  | { readonly type: "signed-out"; readonly lost?: LossCode | undefined };

function stepSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case "signed-in":
      return state.phase === "signed-in" && state.token.access_token === action.token.access_token
        ? state
        : { phase: "signed-in", token: action.token };
    case "signed-out":
      return state.phase === "signed-out" ? state : { phase: "signed-out", lost: action.lost };
  }
}

export function createSession(deps: SessionDeps): Session {
  const { wire, storage, clock, exclusively } = deps;
  const stored = readToken(storage);
  const store = createStore<SessionState, SessionAction>(
    stored === null ? { phase: "signed-out", lost: lossOf(storage) } : { phase: "signed-in", token: stored },
    stepSession,
  );
  const actions: TokenActions = {
    keep(token) {
      writeToken(storage, token);
      store.dispatch({ type: "signed-in", token });
      return bearerOf(token);
    },
    forget(lost) {
      clearToken(storage);
      store.dispatch({ type: "signed-out", lost });
      return null;
    },
  };
  let refreshing: Promise<string | null> | null = null;
  const renew = (refused: string): Promise<string | null> => {
    refreshing ??= exclusively(REFRESH_LOCK, () => refreshToken(deps, actions, refused)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  const enter = (body: TokenRequest, fallback: PanelErrorCode): Promise<SignInResult> =>
    enterWith(() => wire.call(issueToken, { body }, null), fallback);
  const enterWith = async (ask: () => Promise<Token>, fallback: PanelErrorCode): Promise<SignInResult> => {
    const admitted = await admit(wire, ask, fallback);
    if (!admitted.ok) return admitted;
    actions.keep(admitted.token);
    return { ok: true };
  };
  const endOnServer = async ({ refresh_token, client_id }: Token): Promise<void> => {
    const body = { token: refresh_token, ...(client_id === "" ? {} : { client_id }) };
    // The session ends here even if the server fails; the server removes the token family when the tokens expire.
    await wire.call(revokeToken, { body }, null).catch(() => undefined);
  };

  return {
    state: store,
    signIn: ({ username, password, otp }) =>
      enter(
        {
          grant_type: "password",
          username,
          password,
          ...(otp ? { otp_challenge: otp.challenge, otp_code: otp.code } : {}),
        },
        "login.error.login",
      ),
    signInWithCode: ({ clientId, redirectUri, code, codeVerifier }) =>
      enter(
        {
          grant_type: "authorization_code",
          client_id: clientId,
          redirect_uri: redirectUri,
          code,
          code_verifier: codeVerifier,
        },
        "login.error.oauth2",
      ),
    async signInEmbedded(ask) {
      const before = store.get();
      const result = await enterWith(() => ask(wire), "login.error.login");
      if (!result.ok && result.error.code !== "server.unreachable") actions.forget();
      if (before.phase === "signed-in" && store.get() !== before) void endOnServer(before.token);
      return result;
    },
    async current() {
      const state = store.get();
      if (state.phase === "signed-out") return null;
      const bearer = bearerOf(state.token);
      return hasExpired(state.token, clock.now()) ? renew(bearer) : bearer;
    },
    renew,
    async signOut() {
      const state = store.get();
      actions.forget();
      forgetPerson(storage);
      if (state.phase === "signed-out") return;
      await endOnServer(state.token);
    },
    watchTabs() {
      return storage.watch((key) => {
        if (key !== null && key !== LAST_WRITTEN_KEY) return;
        const token = readToken(storage);
        store.dispatch(token === null ? { type: "signed-out" } : { type: "signed-in", token });
      });
    },
  };
}

/** SESSION-3: tokens are stored only after the server confirms that this person may use the panel. */
async function admit(
  wire: Wire,
  ask: () => Promise<Token>,
  fallback: PanelErrorCode,
): Promise<{ readonly ok: true; readonly token: Token } | { readonly ok: false; readonly error: ErrorSay }> {
  let token: Token;
  try {
    token = await ask();
  } catch (error) {
    return { ok: false, error: sayError(error, fallback) };
  }
  try {
    const { success } = await wire.call(validateSession, {}, bearerOf(token));
    if (success) return { ok: true, token };
    return { ok: false, error: { code: "login.error.session", details: {}, text: null } };
  } catch (error) {
    return { ok: false, error: sayError(error, "login.error.session") };
  }
}
