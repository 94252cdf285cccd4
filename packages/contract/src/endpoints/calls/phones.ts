/** Desk phones and other SIP clients of a person, each with its own secret. Rules: docs/spec/sip-secrets.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import type { Demand } from "../../demand.ts";
import { PASSWORD_MAX_CHARS } from "../session/account.ts";

const softphone: Demand = { kind: "read", module: "softphone" };

export const PHONE_LABEL_MAX_CHARS = 64;
/** Phones and apps of one person. */
export const MOST_PHONES = 20;

export const phoneLabel = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(PHONE_LABEL_MAX_CHARS), z.regex(/^[^\p{Cc}\p{Cf}]*$/u));

/** Whether a text may be the name of a phone. */
export const isPhoneLabel = (text: string): boolean => phoneLabel.safeParse(text).success;

/** Times in ms since the epoch. */
export const ownPhoneSchema = z.object({
  id: z.string(),
  label: z.string(),
  created_at: z.number(),
  /** Null: never. */
  last_used_at: z.nullable(z.number()),
  /** Its User-Agent then, empty if it sent none; untrusted text from the phone. */
  user_agent: z.string(),
  /** Where it was then; empty while it was never used. */
  address: z.string(),
});
export type OwnPhone = z.infer<typeof ownPhoneSchema>;

export const newPhoneSchema = z.object({
  phone: ownPhoneSchema,
  username: z.string(),
  realm: z.string(),
  /** Of the SIP WebSocket: `wss://…/sip`. */
  server: z.string(),
  /** Only in this response. */
  secret: z.string(),
});
export type NewPhone = z.infer<typeof newPhoneSchema>;

export const listPhones = defineEndpoint({
  method: "GET",
  path: "phones",
  summary: "The user's own desk phones and SIP apps, the newest first",
  access: softphone,
  response: z.object({ data: z.array(ownPhoneSchema) }),
});

export const addPhone = defineEndpoint({
  method: "POST",
  path: "phones",
  summary: "Create a SIP secret for the user's own desk phone or app; shown only in this response",
  access: softphone,
  body: z.object({ label: phoneLabel, current_password: z.string().check(z.maxLength(PASSWORD_MAX_CHARS)) }),
  response: newPhoneSchema,
});

export const removePhone = defineEndpoint({
  method: "DELETE",
  path: "phones/{id}",
  summary: "End the secret of one of the user's phones; the phone is signed out immediately",
  access: softphone,
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  response: z.object({ success: z.literal(true) }),
});
