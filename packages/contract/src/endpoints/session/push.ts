/** Push notifications for people without an open tab (RFC 8030, RFC 8291, RFC 8292); docs/spec/pwa.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { DEFAULT_LOCALE, LOCALES } from "../../limits.ts";

/** Of a push service, chosen by the browser: longer ones have not been seen. */
const endpointUrl = z.string().check(z.minLength(1), z.maxLength(1_024));
const success = z.object({ success: z.literal(true) });

export const getPushKey = defineEndpoint({
  method: "GET",
  path: "push/public_key",
  summary: "The key by which push services know this server (VAPID), base64url",
  access: "session",
  response: z.object({ key: z.string() }),
});

export const subscribePush = defineEndpoint({
  method: "POST",
  path: "push/subscriptions",
  summary: "Send notifications to this browser for as long as the session lasts",
  access: "session",
  body: z.object({
    endpoint: endpointUrl,
    keys: z.object({
      /** The browser's P-256 point, 65 bytes, and its secret, 16 bytes (RFC 8291 §3.1), base64url. */
      p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}=?$/)),
      auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}={0,2}$/)),
    }),
    locale: z._default(z.enum(LOCALES), DEFAULT_LOCALE),
  }),
  response: success,
});

export const unsubscribePush = defineEndpoint({
  method: "DELETE",
  path: "push/subscriptions",
  summary: "No more notifications to this browser",
  access: "session",
  body: z.object({ endpoint: endpointUrl }),
  response: success,
});

/** The token is the proof: the service worker has no session. */
export const declinePushedCall = defineEndpoint({
  method: "POST",
  path: "push/declines",
  summary: "Decline a ringing call with the token of its notification, which is valid once and while the call rings",
  access: "public",
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: success,
});

/** What the buttons of a notification of a ringing call need. */
export interface PushedCallButtons {
  /** The id of the call, which its INVITE has in X-Pushed-Call. */
  readonly id: string;
  /** The words on the buttons. */
  readonly answer: string;
  readonly decline: string;
  /** Where the call is declined (a path of the server), and the token that does it. */
  readonly declinePath: string;
  readonly token: string;
}

/** The content of a push message for the service worker. */
export type PushMessage =
  /** Shows a notification in place of an earlier one of the tag. */
  | {
      readonly kind: "show";
      readonly tag: string;
      readonly title: string;
      readonly body: string;
      /** Where a click leads: a path of the panel. */
      readonly path: string;
      /** Stays until the user reacts, and alerts again. */
      readonly urgent: boolean;
      /** It is heard; one that is urgent always is. */
      readonly sound?: boolean;
      /** The sender's picture: a path of the server. */
      readonly icon?: string;
      /** It rings, and can be answered and declined from here. */
      readonly call?: PushedCallButtons;
      /** Unread messages in all, for the icon of the installed panel. */
      readonly unread?: number;
    }
  | { readonly kind: "close"; readonly tag: string; readonly unread?: number };
