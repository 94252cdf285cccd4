/** Authentication, and what the sign-in page shows (spec 2 §7). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { otpGrantFields } from "./otp.ts";

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** RFC 6749 §4.3, §4.1.3 with RFC 7636 (PKCE), §6. Unknown fields are ignored, as the RFC asks. */
export const tokenRequestSchema = z.discriminatedUnion("grant_type", [
  z.object({
    grant_type: z.literal("password"),
    username: text(256),
    password: text(1024),
    client_id: z.optional(text(128)),
    ...otpGrantFields,
  }),
  z.object({
    grant_type: z.literal("authorization_code"),
    client_id: text(128),
    redirect_uri: text(2048),
    code: text(512),
    code_verifier: z.optional(text(128)),
  }),
  z.object({
    grant_type: z.literal("refresh_token"),
    refresh_token: text(512),
    client_id: z.optional(text(128)),
  }),
]);

/** The token fields that are kept; expiry is created_at plus expires_in, both in seconds. */
export const tokenSchema = z.object({
  client_id: z.string(),
  refresh_token: z.string(),
  access_token: z.string(),
  token_type: z.string(),
  scope: z.string(),
  created_at: z.number(),
  expires_in: z.number(),
});
export type Token = z.infer<typeof tokenSchema>;

export const issueToken = defineEndpoint({
  method: "POST",
  path: "oauth/token",
  version: "none",
  summary: "Sign in, or trade a code or a refresh token for tokens",
  access: "public",
  body: tokenRequestSchema,
  form: true,
  response: tokenSchema,
});

/** Ends the session: the access token and its whole refresh family (RFC 7009 in spirit). */
export const revokeToken = defineEndpoint({
  method: "POST",
  path: "oauth/revoke",
  version: "none",
  summary: "End the session of a token",
  access: "public",
  body: z.object({ token: text(512), client_id: z.optional(text(128)) }),
  form: true,
  response: z.object({ success: z.literal(true) }),
});

export const validateSession = defineEndpoint({
  method: "GET",
  path: "users/validate_callpanel_session",
  summary: "Whether this user may use the panel; login.error.session when not",
  access: "session",
  response: z.object({ success: z.boolean() }),
});

export const oauthApplicationSchema = z.object({
  client_id: z.string(),
  name: z.string(),
  redirect_uri: z.string(),
  scopes: z.string(),
});
export const getOauthApplication = defineEndpoint({
  method: "GET",
  path: "oauth_applications/callpanel",
  summary: "The panel's oauth client",
  access: "public",
  response: oauthApplicationSchema,
});

export const brandingSchema = z.object({
  logo: z.nullable(z.string()),
  user_agent: z.string(),
  platform_name: z.string(),
  display_copyright: z.nullable(z.string()),
});
export type Branding = z.infer<typeof brandingSchema>;
export const getBranding = defineEndpoint({
  method: "GET",
  path: "branding",
  summary: "Names and logo of the platform",
  access: "public",
  response: brandingSchema,
});
export const getFaviconSizes = defineEndpoint({
  method: "GET",
  path: "branding/favicon_sizes",
  summary: "Icon sizes in pixels, served at /favicons/<size>.png",
  access: "public",
  response: z.object({ favicon_sizes: z.array(z.number()) }),
});
