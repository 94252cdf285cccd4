/** Conversations with customers by text message (spec 1 §3, docs/spec/sms.md). */
import * as z from "zod/mini";
import { chatFileSchema, chatPersonSchema, clientIdSchema } from "./chat-state.ts";

export const smsIdSchema = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const ms = z.number(); // since epoch
const place = z.number().check(z.int(), z.gte(0));

export const smsMessageSchema = z.object({
  id: smsIdSchema,
  /** Its place in the conversation, from 1 and without gaps. */
  n: place,
  direction: z.enum(["in", "out"]),
  text: z.string(),
  state: z.enum(["queued", "sent", "delivered", "failed", "received"]),
  /** Of a failure: the gateway's code, `stopped` or `unreachable`; else empty. */
  cause: z.string(),
  /** The person of the company who wrote it; null: nobody, or a person who was removed. */
  by: z.nullable(chatPersonSchema),
  /** The address of who wrote it as the answer to a forwarded e-mail; `by` is null then. */
  by_email: z.nullable(z.string()),
  /** An answer to STOP, START or HELP. */
  automatic: z.boolean(),
  /** Of the company's own messages. */
  client_id: z.optional(clientIdSchema),
  segments: place,
  at: ms,
  /** Pictures and other files (MMS). Incoming ones follow their text by a moment, sent as a change. */
  files: z.array(chatFileSchema),
});
export type SmsMessage = z.infer<typeof smsMessageSchema>;

/** Longest unsent text: more than a message of ten parts. */
export const SMS_DRAFT_CHARS = 4_000;

/** A person's unsent text in a conversation. */
export const smsDraftSchema = z.object({
  conversation: smsIdSchema,
  text: z.string().check(z.maxLength(SMS_DRAFT_CHARS)),
  /** A draft replaces one with a smaller version only: the writer's time in ms is a good one. */
  version: place,
});
export type SmsDraft = z.infer<typeof smsDraftSchema>;

/** Spec 1 §3, direct conversation: what an SMS adds, and who takes care of it. */
export const smsConversationSchema = z.object({
  id: smsIdSchema,
  is_sms: z.literal(true),
  /** The company's number in use, and its name. */
  did: z.string(),
  did_name: z.string(),
  /** The other's number. */
  number: z.string(),
  inContacts: z.boolean(),
  contactId: z.nullable(z.number()),
  contact_name: z.nullable(z.string()),
  /** Messages of the other side after the user's own read mark. */
  unread: z.number(),
  /** Place of the last message. */
  n: place,
  lastMessage: z.nullable(smsMessageSchema),
  updatedAt: ms,
  /** The other has written STOP: nothing can be sent until START. */
  stopped: z.boolean(),
  claimed_by: z.nullable(z.object({ uid: z.string(), name: z.string(), at: ms })),
  /** Whether its messages can have files: not every gateway sends them. */
  sends_files: z.boolean(),
});
export type SmsConversation = z.infer<typeof smsConversationSchema>;
