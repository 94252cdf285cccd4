/** Sign-in by link, for phones and embedded panels (spec 2 §7). What the spec leaves open is settled in docs/spec/provisioning.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { DEFAULT_LOCALE, LOCALES } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { otpGrantFields } from "./otp.ts";
import { tokenSchema } from "./session.ts";

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const anywhere: Demand = { kind: "read", module: "clearly_anywhere_access" };

/** The query parameters and fragment of a link to `/embedded_login`, and what is sent of them. */
export const embeddedCredentialSchema = z.union([
  z.object({ cloud_id: z.optional(text(128)), username: text(256), password: text(1024), ...otpGrantFields }),
  z.object({ cloud_id: text(128), username: text(256), auth_token: text(128), ...otpGrantFields }),
]);
export type EmbeddedCredential = z.infer<typeof embeddedCredentialSchema>;

export const webviewAuth = defineEndpoint({
  method: "POST",
  path: "provisionings/clearly_anywhere/webview_auth",
  summary:
    "Sign in embedded: the username with a password, and the cloud id (realm) if it is known; or with the cloud id and the token of a sign-in link",
  access: "public",
  body: embeddedCredentialSchema,
  response: tokenSchema,
});

export const signInLinkSchema = z.object({
  /** Opens the panel signed in, once. The token is after the `#`, so that it is not sent to any server or in a referrer. */
  link: z.string(),
  /** The link as a QR code: an SVG document, and a PNG as a `data:` address. */
  qr_svg: z.string(),
  qr_png: z.string(),
  /** Ms since the epoch. */
  expires_at: z.number(),
});
export type SignInLink = z.infer<typeof signInLinkSchema>;

export const getSignInLink = defineEndpoint({
  method: "GET",
  path: "clearly_anywhere/qr_code_link",
  summary: "A new sign-in link of the user and its QR code; earlier links go on",
  access: anywhere,
  response: signInLinkSchema,
});

export const regenerateSignInLink = defineEndpoint({
  method: "POST",
  path: "clearly_anywhere/regenerate_auth_token",
  summary: "Ends all sign-in links of the user and the sessions they opened, and gives a new one",
  access: anywhere,
  response: signInLinkSchema,
});

export const getMoreInfoLink = defineEndpoint({
  method: "GET",
  path: "more_info_link_enabled",
  summary: "Whether there is a page about the panel on a phone, and its address",
  access: "session",
  response: z.object({ enabled: z.boolean(), url: z.nullable(z.string()) }),
});

export const sendSignInLink = defineEndpoint({
  method: "POST",
  path: "mailer/setup_clearly_anywhere_email",
  summary: "Sends a new sign-in link and its QR code to the user's own e-mail address",
  access: anywhere,
  body: z.object({ locale: z._default(z.enum(LOCALES), DEFAULT_LOCALE) }),
  response: z.object({ success: z.literal(true), email: z.string() }),
});
