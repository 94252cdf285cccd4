import { AppError, endpoints, type ErrorBody, type ErrorCode } from "@callpanel/contract";
import formbody from "@fastify/formbody";
import type { FastifyRequest } from "fastify";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { answerError, errorBody } from "../../kernel/http/error-answer.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { PANEL_CLIENT_ID, REDIRECT_PATH, SCOPE } from "./auth.model.ts";
import { otpAnswer, signInError, signInSource } from "./sign-in.ts";
import { addSignInPage, type SignInDeps } from "./sign-in.routes.ts";

export interface AuthDeps extends SignInDeps {
  readonly endpointServer: EndpointServer;
}

/** Sign-in: the token and revocation endpoints, the session check, and the server's own sign-in and sign-out pages. */
export function createAuthRoutes(deps: AuthDeps): Routes {
  const { endpointServer, auth, origins } = deps;
  return async (app) => {
    await app.register(formbody, { bodyLimit: 16_384 });
    app.setErrorHandler((error, request, reply) =>
      answerError(namedGrant(error, request), request, reply, oauthErrorBody),
    );

    endpointServer.servePublic(app, endpoints.issueToken, async ({ body, request, reply }) => {
      reply.header("pragma", "no-cache");
      const { client_id: clientId = PANEL_CLIENT_ID } = body;
      const { authorization } = request.headers;
      const application = await auth.applicationOf(clientId);
      // The password is typed on the server's own page, never in an application.
      const isKnown = clientId === PANEL_CLIENT_ID || (application !== undefined && body.grant_type !== "password");
      if (!isKnown) throw new AppError("token.invalidClient");
      if (application !== undefined) auth.proveApplication(application, authorization);
      switch (body.grant_type) {
        case "password": {
          const { username, password } = body;
          const origin = signInSource(request);
          const signIn = await auth.signIn({ username, password, otp: otpAnswer(body), ...origin });
          if (signIn.ok) return auth.openSession({ userId: signIn.userId, clientId: PANEL_CLIENT_ID, origin });
          throw signInError(signIn.refusal);
        }
        case "authorization_code":
          return auth.tradeCode({
            code: body.code,
            clientId: body.client_id,
            redirectUri: body.redirect_uri,
            verifier: body.code_verifier,
            origin: signInSource(request),
          });
        case "refresh_token":
          return auth.refresh({ refreshToken: body.refresh_token, clientId: body.client_id, authorization });
      }
    });

    endpointServer.servePublic(app, endpoints.revokeToken, async ({ body }) => {
      await auth.revoke(body.token);
      return { success: true as const };
    });

    endpointServer.servePublic(app, endpoints.getOauthApplication, async ({ request }) => ({
      client_id: PANEL_CLIENT_ID,
      name: deps.platformName(),
      redirect_uri: `${origins.panelOrigin(request.host)}${REDIRECT_PATH}`,
      scopes: SCOPE,
    }));

    // People who may not use the panel were refused with login.error.session before this.
    endpointServer.serve(app, endpoints.validateSession, async () => ({ success: true }));

    addSignInPage(app, deps);
  };
}

/** RFC 6749 §5.2; our own code is in `code`. */
const OAUTH_ERRORS: Partial<Record<ErrorCode, string>> = {
  "login.error.login": "invalid_grant",
  "login.error.locked": "temporarily_unavailable",
  "otp.required": "mfa_required", // the name in drafts and in other servers
  "otp.invalid": "invalid_grant",
  "otp.expired": "invalid_grant",
  "token.invalidGrant": "invalid_grant",
  "token.invalidClient": "invalid_client",
  "token.clientSecret": "invalid_client",
  "token.unsupportedGrant": "unsupported_grant_type",
  "request.invalid": "invalid_request",
  "request.tooLarge": "invalid_request",
  "request.unsupportedMedia": "invalid_request",
  "server.internal": "server_error",
  "server.full": "temporarily_unavailable",
  "server.unavailable": "temporarily_unavailable",
};

function oauthErrorBody(error: AppError): ErrorBody {
  return { ...errorBody(error), error: OAUTH_ERRORS[error.code] ?? error.code };
}

/** A body with an unknown grant type fails to parse; the RFC has its own error for it. */
function namedGrant(error: unknown, { body }: FastifyRequest): unknown {
  if (!(error instanceof AppError) || error.code !== "request.invalid") return error;
  if (typeof body !== "object" || body === null || !("grant_type" in body)) return error;
  const known = ["password", "authorization_code", "refresh_token"];
  return typeof body.grant_type === "string" && !known.includes(body.grant_type)
    ? new AppError("token.unsupportedGrant")
    : error;
}
