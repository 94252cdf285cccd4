/** Conversations with customers by text message (spec 2 §7, SMS and chat; docs/spec/sms.md). */
import * as z from "zod/mini";
import { clientIdSchema } from "../../chat/chat-frames.ts";
import { chatPersonSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { chatListQuery, readsChats, writesChats } from "./rooms.ts";

export const SMS_LIMITS = {
  /** Parts of one message. */
  segments: 10,
  /** Messages that one of the company's numbers sends in a minute. */
  perMinute: 30,
  pageMost: 200,
} as const;

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const ms = z.number(); // since epoch
const place = z.number().check(z.int(), z.gte(0));

export const smsMessageSchema = z.object({
  id,
  /** Its place in the conversation, from 1 and without gaps. */
  n: place,
  direction: z.enum(["in", "out"]),
  text: z.string(),
  state: z.enum(["queued", "sent", "delivered", "failed", "received"]),
  /** Of a failure: the gateway's code, `stopped` or `unreachable`; else empty. */
  cause: z.string(),
  /** Who of the company wrote it; null: nobody, or a person who was removed. */
  by: z.nullable(chatPersonSchema),
  /** An answer to STOP, START or HELP. */
  automatic: z.boolean(),
  /** Of one's own messages. */
  client_id: z.optional(clientIdSchema),
  segments: place,
  at: ms,
});
export type SmsMessage = z.infer<typeof smsMessageSchema>;

/** Spec 1 §3, direct conversation: what an SMS adds, and who takes care of it. */
export const smsConversationSchema = z.object({
  id,
  is_sms: z.literal(true),
  /** The company's number in use, and its name. */
  did: z.string(),
  did_name: z.string(),
  /** The other's number. */
  number: z.string(),
  inContacts: z.boolean(),
  contactId: z.nullable(z.number()),
  contact_name: z.nullable(z.string()),
  /** Messages of the other after one's own read mark. */
  unread: z.number(),
  /** Place of the last message. */
  n: place,
  lastMessage: z.nullable(smsMessageSchema),
  updatedAt: ms,
  /** The other has written STOP: nothing can be sent until START. */
  stopped: z.boolean(),
  claimed_by: z.nullable(z.object({ uid: z.string(), name: z.string(), at: ms })),
});
export type SmsConversation = z.infer<typeof smsConversationSchema>;

const params = z.object({ conversation_id: id });
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(SMS_LIMITS.pageMost)), PAGE_SIZE.chats);

export const listSmsConversations = defineEndpoint({
  method: "GET",
  path: "chats/sms_messages",
  summary: "Conversations by text message of the numbers that one shares",
  access: readsChats,
  query: chatListQuery,
  response: z.object({ total: z.number(), data: z.array(smsConversationSchema) }),
});

export const getSmsConversation = defineEndpoint({
  method: "GET",
  path: "chats/sms_messages/{conversation_id}",
  summary: "A conversation by text message",
  access: readsChats,
  params,
  response: smsConversationSchema,
});

export const listSmsHistory = defineEndpoint({
  method: "GET",
  path: "chats/sms_messages/{conversation_id}/messages",
  summary: "Messages of a conversation by text message in their order: the last ones, or those before a place",
  access: readsChats,
  params,
  query: z.object({ limit, before: z.optional(z.coerce.number().check(z.int(), z.gte(1))) }),
  response: z.object({ data: z.array(smsMessageSchema) }),
});

export const sendSms = defineEndpoint({
  method: "POST",
  path: "chats/sms_messages/send",
  summary: "Send a text message, in a conversation or from one of one's numbers to another",
  access: writesChats,
  body: z
    .object({
      conversation_id: z.optional(id),
      from_did: z.optional(z.string().check(z.maxLength(64))),
      sms_destination: z.optional(z.string().check(z.maxLength(64))),
      message: z.string(),
      /** The same when it is sent again: the message is stored once. */
      client_id: clientIdSchema,
    })
    .check(
      z.refine(
        ({ conversation_id, from_did, sms_destination }) =>
          (conversation_id === undefined) === (from_did !== undefined && sms_destination !== undefined),
        { error: "either conversation_id, or from_did and sms_destination" },
      ),
    ),
  response: z.object({ conversation: smsConversationSchema, message: smsMessageSchema }),
});

export const readSms = defineEndpoint({
  method: "POST",
  path: "chats/sms_messages/read",
  summary: "Set one's own read mark; it only moves forward",
  access: readsChats,
  body: z.object({ conversation_id: id, n: place }),
  response: doneSchema,
});

export const takeSms = defineEndpoint({
  method: "POST",
  path: "chats/sms_messages/take",
  summary: "Say that one takes care of a conversation, or no longer",
  access: writesChats,
  body: z.object({ conversation_id: id, taken: z.boolean() }),
  response: smsConversationSchema,
});
