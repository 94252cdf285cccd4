import { AppError, errorStatus, type Locale, OTP_METHODS } from "@callpanel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { bearerToken } from "../../kernel/http/endpoint-server.ts";
import { localeOf } from "../../kernel/text/language.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import { PANEL_CLIENT_ID, REDIRECT_PATH } from "./auth.model.ts";
import type { Application } from "./applications.ts";
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
  /** The company of a person; undefined: the account was removed. */
  readonly realmOf: (userId: number) => Promise<number | undefined>;
}

/** The server's own sign-in form and the sign-out URL, for panels that sign in by redirect. */
export function addSignInPage(app: FastifyInstance, { auth, origins, platformName, realmOf }: SignInDeps): void {
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
    client: Client,
    {
      status,
      asked,
      ...shown
    }: {
      readonly status: number;
      readonly asked: AuthorizeRequest;
      readonly username: string;
      readonly error?: string;
    },
  ) =>
    html(reply, {
      status,
      body: renderSignInPage({
        locale: languageOf(reply.request, asked),
        platformName: platformName(),
        application: client === "panel" ? undefined : client.name,
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

  const clientOf = createClientCheck({ auth, origins });

  app.get(SIGN_IN_PATH, async (request, reply) => {
    const parsed = z.safeParse(authorizeSchema, request.query);
    const client = parsed.success ? await clientOf(parsed.data, request) : undefined;
    if (!parsed.success || client === undefined) return refuse(reply, new AppError("token.invalidClient"));
    const fault = faultOf(parsed.data, client);
    if (fault !== undefined) return back(reply, parsed.data, fault);
    return form(reply, client, { status: 200, asked: parsed.data, username: "" });
  });

  app.post(SIGN_IN_PATH, async (request, reply) => {
    const parsed = z.safeParse(signInSchema, request.body);
    const client = parsed.success ? await clientOf(parsed.data, request) : undefined;
    if (!parsed.success || client === undefined) return refuse(reply, new AppError("token.invalidClient"));
    const asked = z.parse(authorizeSchema, parsed.data);
    const locale = languageOf(request, asked);
    const fault = faultOf(asked, client);
    if (fault !== undefined) return back(reply, asked, fault);
    const admit = async (userId: number) => {
      // AUTH-52: an application is registered by one company, for its own people.
      if (client !== "panel" && (await realmOf(userId)) !== client.realmId)
        return back(reply, asked, { error: "access_denied", error_description: "the person is of another company" });
      const { client_id: clientId, redirect_uri: redirectUri, code_challenge: challenge = "" } = asked;
      return back(reply, asked, { code: await auth.issueCode({ userId, clientId, redirectUri, challenge }) });
    };

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
        ? form(reply, client, { status: errorStatus(code), asked, username: "", error: message })
        : codeForm(reply, asked, { status: errorStatus(code), error: message, otp_challenge, otp_method, otp_sent_to });
    }
    const { username, password } = parsed.data;
    const again = (status: number, error: string) => form(reply, client, { status, asked, username, error });
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

type Client = "panel" | Application;

/** The application that asks for a code; undefined: a stranger, or another redirect address. */
const createClientCheck =
  ({ auth, origins }: Pick<SignInDeps, "auth" | "origins">) =>
  async ({ client_id, redirect_uri }: AuthorizeRequest, { host }: FastifyRequest): Promise<Client | undefined> => {
    if (!URL.canParse(redirect_uri)) return undefined;
    if (client_id !== PANEL_CLIENT_ID) {
      const application = await auth.applicationOf(client_id);
      return application?.redirectUris.includes(redirect_uri) === true ? application : undefined;
    }
    const { origin } = new URL(redirect_uri);
    const here = origins.isPanelOrigin(origin) || origin === origins.panelOrigin(host);
    return here && redirect_uri === `${origin}${REDIRECT_PATH}` ? "panel" : undefined;
  };

/** Returns to the client. */
const back = (reply: FastifyReply, to: AuthorizeRequest, answer: Readonly<Record<string, string>>) => {
  const url = new URL(to.redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (to.state !== undefined) url.searchParams.set("state", to.state);
  return reply.header("cache-control", "no-store").redirect(url.href, 303);
};

/** AUTH-28: the panel's language, or else the browser's. */
const languageOf = ({ headers }: FastifyRequest, { ui_locales }: Partial<AuthorizeRequest> = {}): Locale =>
  localeOf(ui_locales?.replaceAll(" ", ",") ?? headers["accept-language"]);

/** RFC 6749 §4.1.2.1: the fault in a request of a known client, reported to the client. */
function faultOf(asked: AuthorizeRequest, client: Client): { error: string; error_description: string } | undefined {
  if (asked.response_type !== "code")
    return { error: "unsupported_response_type", error_description: "response_type must be code" };
  // An application has a secret; a challenge that it sends nevertheless holds (RFC 9700 §2.1.1).
  const isPlain = asked.code_challenge === undefined && asked.code_challenge_method === undefined;
  if (client !== "panel" && isPlain) return undefined;
  if (asked.code_challenge_method !== "S256" || !CHALLENGE.test(asked.code_challenge ?? ""))
    return { error: "invalid_request", error_description: "a code_challenge by S256 is required (RFC 7636)" };
  return undefined;
}

function hiddenFields(asked: AuthorizeRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
