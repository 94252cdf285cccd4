import { createHash } from "node:crypto";
import { FORGOTTEN_PATH, type Locale, type OtpMethod } from "@callpanel/contract";
import { wordsOf } from "./sign-in.words.ts";

const STYLE = `
:root{color-scheme:light dark;font-family:Inter,system-ui,sans-serif;--ink:#12212b;--soft:#5a6b76;--paper:#fff;--ground:#f2f6f8;--line:#8797a1;--bad:#b3261e;--link:#00628f}
@media (prefers-color-scheme:dark){:root{--ink:#e8eef2;--soft:#a9b7c0;--paper:#16222a;--ground:#0c151a;--line:#5c6d78;--bad:#ffb4ab;--link:#7fd0fa}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink)}
main{width:min(22rem,calc(100vw - 2rem));padding:2rem;background:var(--paper);border-radius:.75rem;box-shadow:0 1px 3px #0003}
h1{margin:0 0 1.5rem;font-size:1.375rem}
label{display:block;margin:0 0 1rem;font-size:.875rem;color:var(--soft)}
input{display:block;width:100%;margin-top:.25rem;padding:.625rem .75rem;font:inherit;font-size:1rem;color:var(--ink);background:transparent;border:1px solid var(--line);border-radius:.375rem}
button{width:100%;padding:.75rem;font:inherit;font-weight:600;color:#00202e;background:#22afed;border:0;border-radius:.375rem;cursor:pointer}
input:focus-visible,button:focus-visible{outline:2px solid #007ab7;outline-offset:2px}
[role=alert]{margin:0 0 1rem;color:var(--bad)}
p{margin:0 0 1rem;line-height:1.5}
form+p,[role=status]+p{margin:1.25rem 0 0;text-align:center;font-size:.875rem}
a{color:var(--link)}
`;

/** The page's policy: its own style, and sending the form here, from where it is redirected to the panel's origin. */
export function signInCsp(panelOrigin: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    `form-action 'self'${panelOrigin === undefined ? "" : ` ${panelOrigin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

export interface SignInPage {
  readonly locale: Locale;
  readonly platformName: string;
  /** The application that asks for the sign-in; undefined: the panel. */
  readonly application?: string | undefined;
  readonly hidden: Readonly<Record<string, string>>;
  readonly username: string;
  /** Text for people, or undefined without an error. */
  readonly error: string | undefined;
}

/** The sign-in form: plain HTML, no script. */
export function renderSignInPage({ locale, platformName, application, hidden, username, error }: SignInPage): string {
  const words = wordsOf(locale);
  const alert = error === undefined ? "" : `<p role="alert">${escapeHtml(error)}</p>`;
  const asks = application === undefined ? "" : `<p>${escapeHtml(words.asks(application))}</p>`;
  const focus = username === "" ? ["autofocus", ""] : ["", "autofocus"];
  return plainPage(
    locale,
    `${words.signIn} – ${platformName}`,
    `<h1>${escapeHtml(platformName)}</h1>${asks}${alert}<form method="post" action="/oauth/authorize">${hiddenInputs(hidden)}
<label>${words.username}<input name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="256" ${focus[0]}></label>
<label>${words.password}<input name="password" type="password" autocomplete="current-password" required maxlength="1024" ${focus[1]}></label>
<button type="submit">${words.signIn}</button></form>
<p><a href="${FORGOTTEN_PATH}?ui_locales=${locale}">${escapeHtml(words.forgotten)}</a></p>`,
  );
}

export interface CodePage extends Omit<SignInPage, "username" | "application"> {
  readonly method: OtpMethod;
  /** Masked; empty for an app. */
  readonly sentTo: string;
}

/** The second step: a code from an app, a code that was sent, or a back-up code. */
export function renderCodePage({ locale, platformName, hidden, method, sentTo, error }: CodePage): string {
  const words = wordsOf(locale);
  const where = method === "app" ? words.codeOfApp : words.codeSentTo(sentTo);
  const alert = error === undefined ? "" : `<p role="alert" id="otp-error">${escapeHtml(error)}</p>`;
  const described = error === undefined ? "otp-hint" : "otp-error otp-hint";
  return plainPage(
    locale,
    `${words.codeTitle} – ${platformName}`,
    `<h1>${words.codeTitle}</h1>${alert}<form method="post" action="/oauth/authorize">${hiddenInputs(hidden)}
<p id="otp-hint">${escapeHtml(where)} ${words.backupCode}</p>
<label>${words.code}<input name="otp_code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="32" aria-describedby="${described}" autofocus></label>
<button type="submit">${words.next}</button></form>`,
  );
}

function hiddenInputs(hidden: SignInPage["hidden"]): string {
  return Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
}

/** Shown instead of a redirect when there is no safe redirect URI. */
export function renderRefusalPage({
  locale,
  platformName,
  error,
}: Pick<SignInPage, "locale" | "platformName"> & { error: string }): string {
  return plainPage(
    locale,
    platformName,
    `<h1>${escapeHtml(platformName)}</h1><p role="alert">${escapeHtml(error)}</p>`,
  );
}

/** A page of its own without script, in the dress of the sign-in form; `main` is HTML. */
export function plainPage(locale: Locale, title: string, main: string): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
