import { getOauthApplication, type Locale } from "@callpanel/contract";
import type { ErrorSay, Wire } from "../../shared/api/api.ts";
import { sayError } from "../../shared/api/api.ts";
import { SERVICE_PATHS, isReturnPath } from "../../shared/routes.ts";
import type { TextStorage } from "../../shared/storage.ts";
import type { Session } from "./session.store.ts";

/** Authorization code with PKCE (RFC 6749 §4.1, RFC 7636). */
export interface OauthDeps {
  readonly wire: Wire;
  readonly session: Pick<Session, "signInWithCode">;
  /** Lasts as long as the tab: the verifier is needed until the redirect back, and no longer. */
  readonly tabStorage: TextStorage;
  /** `https://panel.example.com` */
  readonly origin: string;
  readonly signInPath: string;
  readonly randomText: () => string;
  readonly sha256: (text: string) => Promise<ArrayBuffer>;
}

export type OauthReturn = { readonly ok: true; readonly to: string } | { readonly ok: false; readonly error: ErrorSay };

const STATE_KEY = "oauth_state";
const VERIFIER_KEY = "oauth_verifier";
const CLIENT_KEY = "oauth_client_id";

/** @returns the address to send the browser to. `state` carries the route to come back to (spec 1 §4). */
export async function startOauth(
  deps: OauthDeps,
  { returnTo, locale }: { readonly returnTo: string; readonly locale: Locale },
): Promise<string> {
  const { client_id } = await deps.wire.call(getOauthApplication, {}, null);
  const verifier = deps.randomText();
  const state = `${deps.randomText()}.${returnTo}`;
  deps.tabStorage.set(STATE_KEY, state);
  deps.tabStorage.set(VERIFIER_KEY, verifier);
  deps.tabStorage.set(CLIENT_KEY, client_id);
  const address = new URL(deps.signInPath, deps.origin);
  const query = {
    response_type: "code",
    client_id,
    redirect_uri: deps.origin + SERVICE_PATHS.oauth2,
    state,
    code_challenge: base64Url(await deps.sha256(verifier)),
    code_challenge_method: "S256",
    ui_locales: locale,
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.toString();
}

/** Exchanges the code for tokens. The state must be the one that this tab sent, and is valid once (RFC 6749 §10.12). */
export async function finishOauth(deps: OauthDeps, query: URLSearchParams): Promise<OauthReturn> {
  const [state, codeVerifier, clientId] = [STATE_KEY, VERIFIER_KEY, CLIENT_KEY].map((key) => deps.tabStorage.get(key));
  for (const key of [STATE_KEY, VERIFIER_KEY, CLIENT_KEY]) deps.tabStorage.remove(key);
  const code = query.get("code");
  if (!state || !codeVerifier || !clientId || !code || query.get("state") !== state) {
    return { ok: false, error: sayError(null, "login.error.oauth2") };
  }
  const redirectUri = deps.origin + SERVICE_PATHS.oauth2;
  const result = await deps.session.signInWithCode({ clientId, redirectUri, code, codeVerifier });
  if (!result.ok) return result;
  const to = state.slice(state.indexOf(".") + 1);
  return { ok: true, to: isReturnPath(to) ? to : "/" };
}

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
