import { AppError, errorStatus, type Locale, OTP_METHODS } from "@callpanel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { bearerToken } from "../../kernel/http/endpoint-server.ts";
import { localeOf } from "../../kernel/text/language.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import { PANEL_CLIENT_ID, REDIRECT_PATH } from "./auth.model.ts";
import type { AuthService } from "./auth.service.ts";
import { signInError, signInSource } from "./sign-in.ts";
import { renderCodePage, renderRefusalPage, renderSignInPage, signInCsp } from "./sign-in.page.ts";
import { refusalOf, refusalText } from "./sign-in.words.ts";

export const SIGN_IN_PATH = "/oauth/authorize";
export const SIGN_OUT_PATH = "/sign_out";

const field = (max: number) => z.string().check(z.maxLength(max));

/** RFC 6749 §4.1.1 with RFC 7636 §4.3. The first two are checked before any error is sent back to the panel. */
const authorizeSchema = z.object({
  client_id: field(128),
  redirect_uri: field(2048),
  response_type: z.optional(field(32)),
  state: z.optional(field(2048)),
  scope: z.optional(field(256)),
  code_challenge: z.optional(field(128)),
  code_challenge_method: z.optional(field(16)),
  /** The panel's languages for this person (OpenID Connect Core §3.1.2.1). */
  ui_locales: z.optional(field(128)),
});
type AuthorizeRequest = z.infer<typeof authorizeSchema>;

const passwordSchema = z.extend(authorizeSchema, { username: field(256), password: field(1024) });
/** The second page, which asks for a code. */
const codeSchema = z.extend(authorizeSchema, {
  otp_challenge: field(128),
  otp_code: field(64),
  otp_method: z.enum(OTP_METHODS),
  otp_sent_to: field(256),
});
const signInSchema = z.union([codeSchema, passwordSchema]);
type CodeAnswer = Pick<z.infer<typeof codeSchema>, "otp_challenge" | "otp_method" | "otp_sent_to">;

/** S256 is the digest of 32 bytes in base64url: 43 characters. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export interface SignInDeps {
  readonly auth: AuthService;
  readonly origins: OriginPolicy;
  readonly platformName: () => string;
}

/** The server's own sign-in form and the sign-out URL, for panels that sign in by redirect. */
export function addSignInPage(app: FastifyInstance, { auth, origins, platformName }: SignInDeps): void {
  const html = (reply: FastifyReply, page: { status: number; body: string; panelOrigin?: string }) =>
    reply
      .code(page.status)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": signInCsp(page.panelOrigin),
        "cache-control": "no-store",
      })
      .send(page.body);

  const form = (
    reply: FastifyReply,
    status: number,
    asked: AuthorizeRequest,
    shown: { username: string; error?: string },
  ) =>
    html(reply, {
      status,
      body: renderSignInPage({
        locale: languageOf(reply.request, asked),
        platformName: platformName(),
        hidden: hiddenFields(asked),
        error: undefined,
        ...shown,
      }),
      panelOrigin: new URL(asked.redirect_uri).origin,
    });

  const codeForm = (
    reply: FastifyReply,
    asked: AuthorizeRequest,
    { status, error, ...answer }: CodeAnswer & { readonly status: number; readonly error?: string },
  ) =>
    html(reply, {
      status,
      body: renderCodePage({
        locale: languageOf(reply.request, asked),
        platformName: platformName(),
        hidden: { ...hiddenFields(asked), ...answer },
        method: answer.otp_method,
        sentTo: answer.otp_sent_to,
        error,
      }),
      panelOrigin: new URL(asked.redirect_uri).origin,
    });

  const refuse = (reply: FastifyReply, { code }: AppError) => {
    const locale = languageOf(reply.request);
    const body = renderRefusalPage({ locale, platformName: platformName(), error: refusalOf(code, locale) });
    return html(reply, { status: errorStatus(code), body });
  };

  const isRegistered = ({ client_id, redirect_uri }: AuthorizeRequest, { host }: FastifyRequest): boolean => {
    if (client_id !== PANEL_CLIENT_ID || !URL.canParse(redirect_uri)) return false;
    const { origin } = new URL(redirect_uri);
    const here = origins.isPanelOrigin(origin) || origin === origins.panelOrigin(host);
    return here && redirect_uri === `${origin}${REDIRECT_PATH}`;
  };

  const back = (reply: FastifyReply, to: AuthorizeRequest, answer: Readonly<Record<string, string>>) => {
    const url = new URL(to.redirect_uri);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    if (to.state !== undefined) url.searchParams.set("state", to.state);
    return reply.header("cache-control", "no-store").redirect(url.href, 303);
  };

  app.get(SIGN_IN_PATH, async (request, reply) => {
    const parsed = z.safeParse(authorizeSchema, request.query);
    if (!parsed.success || !isRegistered(parsed.data, request))
      return refuse(reply, new AppError("token.invalidClient"));
    const fault = faultOf(parsed.data);
    if (fault !== undefined) return back(reply, parsed.data, fault);
    return form(reply, 200, parsed.data, { username: "" });
  });

  app.post(SIGN_IN_PATH, async (request, reply) => {
    const parsed = z.safeParse(signInSchema, request.body);
    if (!parsed.success || !isRegistered(parsed.data, request))
      return refuse(reply, new AppError("token.invalidClient"));
    const asked = z.parse(authorizeSchema, parsed.data);
    const locale = languageOf(request, asked);
    const challenge = asked.code_challenge;
    const fault = faultOf(asked);
    if (fault !== undefined || challenge === undefined)
      return back(reply, asked, fault ?? { error: "invalid_request" });
    const admit = async (userId: number) =>
      back(reply, asked, { code: await auth.issueCode({ userId, redirectUri: asked.redirect_uri, challenge }) });

    if ("otp_challenge" in parsed.data) {
      const { otp_challenge, otp_code, otp_method, otp_sent_to } = parsed.data;
      const verdict = await auth.finishSignIn({
        challenge: otp_challenge,
        code: otp_code,
        ...signInSource(request),
      });
      if (verdict.ok) return admit(verdict.userId);
      const { code, details } = signInError(verdict);
      const message = refusalText({ code, details }, locale);
      return code === "otp.expired"
        ? form(reply, errorStatus(code), asked, { username: "", error: message })
        : codeForm(reply, asked, { status: errorStatus(code), error: message, otp_challenge, otp_method, otp_sent_to });
    }
    const { username, password } = parsed.data;
    const again = (status: number, error: string) => form(reply, status, asked, { username, error });
    if (username.trim() === "" || password === "") return again(400, refusalOf("login.error.required", locale));
    const signIn = await auth.signIn({ username, password, ...signInSource(request), locale });
    if (signIn.ok) return admit(signIn.userId);
    const { refusal } = signIn;
    if (refusal.code !== "otp.required") {
      const error = signInError(refusal);
      return again(errorStatus(error.code), refusalText(error, locale));
    }
    const { challenge: otp_challenge, method: otp_method, sentTo } = refusal;
    return codeForm(reply, asked, { status: 200, otp_challenge, otp_method, otp_sent_to: sentTo ?? "" });
  });

  // There is no cookie, so a plain visit has nothing to end: the panel revokes its token first, or posts it here.
  app.get(SIGN_OUT_PATH, async (_request, reply) => reply.header("cache-control", "no-store").redirect("/", 303));
  app.post(SIGN_OUT_PATH, async (request, reply) => {
    const posted = z.safeParse(z.object({ token: field(512) }), request.body ?? {});
    const token = posted.success ? posted.data.token : bearerToken(request.headers.authorization);
    if (token !== undefined) await auth.revoke(token);
    return reply.header("cache-control", "no-store").redirect("/", 303);
  });
}

/** AUTH-28: the panel's language, or else the browser's. */
const languageOf = ({ headers }: FastifyRequest, { ui_locales }: Partial<AuthorizeRequest> = {}): Locale =>
  localeOf(ui_locales?.replaceAll(" ", ",") ?? headers["accept-language"]);

/** RFC 6749 §4.1.2.1: the fault in a request of a known client, reported to the client. */
function faultOf(asked: AuthorizeRequest): { error: string; error_description: string } | undefined {
  if (asked.response_type !== "code")
    return { error: "unsupported_response_type", error_description: "response_type must be code" };
  if (asked.code_challenge_method !== "S256" || !CHALLENGE.test(asked.code_challenge ?? ""))
    return { error: "invalid_request", error_description: "a code_challenge by S256 is required (RFC 7636)" };
  return undefined;
}

function hiddenFields(asked: AuthorizeRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
