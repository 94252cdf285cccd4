/** Conversations with customers by text message (spec 2 §7, SMS and chat; docs/spec/sms.md). */
import * as z from "zod/mini";
import { clientIdSchema } from "../../chat/chat-frames.ts";
import { chatFileSchema, chatPersonSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { CHAT_FILE_FORMS } from "./messages.ts";
import { chatListQuery, readsChats, writesChats } from "./rooms.ts";

export const SMS_LIMITS = {
  /** Parts of one message. */
  segments: 10,
  /** Messages that one of the company's numbers sends in a minute. */
  perMinute: 30,
  pageMost: 200,
  /** Files of one message, and the bytes that they have together: what gateways take. */
  filesPerMessage: 10,
  fileBytes: 5 * 1024 * 1024,
} as const;

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const fileId = z.string().check(z.maxLength(64));
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
  /** The address of who wrote it as the answer to a forwarded e-mail; `by` is null then. */
  by_email: z.nullable(z.string()),
  /** An answer to STOP, START or HELP. */
  automatic: z.boolean(),
  /** Of one's own messages. */
  client_id: z.optional(clientIdSchema),
  segments: place,
  at: ms,
  /** Pictures and other files (MMS). Those that come in follow their text by a moment, told as a change. */
  files: z.array(chatFileSchema),
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
  /** Whether its messages can have files: not every gateway sends them. */
  sends_files: z.boolean(),
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
      /** May be empty if there are files. */
      message: z.string(),
      /** Uploaded by oneself, not sent yet. */
      files: z.optional(z.array(fileId).check(z.maxLength(SMS_LIMITS.filesPerMessage))),
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

export const uploadSmsFile = defineEndpoint({
  method: "POST",
  path: "chats/sms_files",
  summary: "Upload a picture, a sound or a PDF for a text message; it is removed if no message has it within a day",
  access: writesChats,
  upload: { field: "file", maxBytes: SMS_LIMITS.fileBytes, mediaTypes: ["application/octet-stream"] },
  body: z.object({ name: z.string().check(z.maxLength(1_000)) }),
  response: chatFileSchema,
});

export const getSmsFile = defineEndpoint({
  method: "GET",
  path: "chats/sms_files/{file_id}",
  summary: "A file of a conversation by text message whose number one shares",
  access: readsChats,
  params: z.object({ file_id: fileId }),
  query: z.object({ form: z._default(z.enum(CHAT_FILE_FORMS), "whole") }),
  binary: "application/octet-stream",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

export const removeSmsFile = defineEndpoint({
  method: "DELETE",
  path: "chats/sms_files/{file_id}",
  summary: "Remove a file that one has uploaded and not sent",
  access: writesChats,
  params: z.object({ file_id: fileId }),
  response: doneSchema,
});
