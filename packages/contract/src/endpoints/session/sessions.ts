/** Where a person is signed in, and what was tried. Rules: docs/spec/sessions.md. Times in ms since the epoch. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";

/** One browser or app that is signed in. */
export const listedSessionSchema = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  created_at: z.number(),
  /** When it last renewed its token, which an open panel does every half hour. */
  seen_at: z.number(),
  /** Text from the browser, not trusted; empty if it sent none. */
  user_agent: z.string(),
  /** The network it was opened from: of IPv4 the first three numbers, of IPv6 the first 48 bits. */
  network: z.string(),
  /** The application that opened it (AUTH-50); null: the panel. */
  application: z.nullable(z.string()),
});
export type ListedSession = z.infer<typeof listedSessionSchema>;

/** `password` and `code`: what was wrong. */
export const SIGN_IN_OUTCOMES = ["signedIn", "password", "code"] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

export const signInTrySchema = z.object({
  at: z.number(),
  outcome: z.enum(SIGN_IN_OUTCOMES),
  user_agent: z.string(),
  network: z.string(),
});
export type SignInTry = z.infer<typeof signInTrySchema>;

/** Successful and failed sign-ins that are kept of a person, each. */
export const SIGN_INS_KEPT = 20;

export const signedInSchema = z.object({
  /** The latest first. */
  sessions: z.array(listedSessionSchema),
  /** The latest first, at most `SIGN_INS_KEPT`. */
  sign_ins: z.array(signInTrySchema),
  /** The latest first, at most `SIGN_INS_KEPT`. */
  failed: z.array(signInTrySchema),
});
export type SignedIn = z.infer<typeof signedInSchema>;

const done = z.object({ success: z.literal(true) });

export const listOwnSessions = defineEndpoint({
  method: "GET",
  path: "sessions",
  summary: "The caller's open sessions and latest sign-ins",
  access: "session",
  response: signedInSchema,
});

export const endOwnSession = defineEndpoint({
  method: "DELETE",
  path: "sessions/{id}",
  summary: "End one of the caller's sessions, and those that its sign-in links have opened",
  access: "session",
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  response: done,
});

export const endOtherSessions = defineEndpoint({
  method: "DELETE",
  path: "sessions",
  summary: "End all of the caller's sessions but the one that asks",
  access: "session",
  response: done,
});
