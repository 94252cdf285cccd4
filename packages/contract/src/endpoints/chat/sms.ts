/** Conversations with customers by text message (spec 2 §7, SMS and chat; docs/spec/sms.md). */
import * as z from "zod/mini";
import { chatFileSchema, clientIdSchema } from "../../chat/chat-state.ts";
import { smsConversationSchema, smsDraftSchema, smsIdSchema, smsMessageSchema } from "../../chat/sms-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { CHAT_FILE_FORMS } from "./messages.ts";
import { chatListQuery } from "./list-query.ts";
import { readsChats, writesChats } from "./starting.ts";

export const SMS_LIMITS = {
  /** Parts of one message. */
  segments: 10,
  /** Messages that one of the company's numbers sends in a minute. */
  perMinute: 30,
  pageMost: 200,
  /** Files of one message, and the bytes that they have together: what gateways take. */
  filesPerMessage: 10,
  fileBytes: 5 * 1024 * 1024,
  /** Unsent texts that are kept for a person. */
  draftsPerPerson: 200,
  /** Texts that a company keeps. */
  templates: 100,
  templateNameChars: 60,
  templateChars: 1_000,
} as const;

const fileId = z.string().check(z.maxLength(64));
const params = z.object({ conversation_id: smsIdSchema });
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(SMS_LIMITS.pageMost)), PAGE_SIZE.chats);

export const listSmsConversations = defineEndpoint({
  method: "GET",
  path: "chats/sms_messages",
  summary: "Conversations by text message of the numbers that the user shares",
  access: readsChats,
  query: chatListQuery,
  response: z.object({
    total: z.number(),
    /** Unread messages of all conversations, whatever is searched. */
    unread: z.number(),
    data: z.array(smsConversationSchema),
  }),
});

export const listSmsNumbers = defineEndpoint({
  method: "GET",
  path: "chats/sms_numbers",
  summary: "The company's numbers from which one sends text messages, and what carries them",
  access: readsChats,
  response: z.object({
    /** demo: nothing leaves the machine. */
    carrier: z.enum(["none", "demo", "gateway"]),
    total: z.number(),
    data: z.array(z.object({ number: z.string(), name: z.string() })),
  }),
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
  summary: "Send a text message, in a conversation or from one of the user's numbers to another",
  access: writesChats,
  body: z
    .object({
      conversation_id: z.optional(smsIdSchema),
      from_did: z.optional(z.string().check(z.maxLength(64))),
      sms_destination: z.optional(z.string().check(z.maxLength(64))),
      /** May be empty if there are files. */
      message: z.string(),
      /** Uploaded by the user and not sent yet, or of a message of the conversation that failed. */
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
  summary: "Set the user's own read mark; it only moves forward",
  access: readsChats,
  body: z.object({ conversation_id: smsIdSchema, n: z.number().check(z.int(), z.gte(0)) }),
  response: doneSchema,
});

export const takeSms = defineEndpoint({
  method: "POST",
  path: "chats/sms_messages/take",
  summary: "Take care of a conversation, or give it back",
  access: writesChats,
  body: z.object({ conversation_id: smsIdSchema, taken: z.boolean() }),
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
  summary: "A file of a conversation by text message whose number the user shares",
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
  summary: "Remove a file that the user has uploaded and not sent",
  access: writesChats,
  params: z.object({ file_id: fileId }),
  response: doneSchema,
});

export const listSmsDrafts = defineEndpoint({
  method: "GET",
  path: "chats/sms_drafts",
  summary: "The user's own unsent text messages, and those that were emptied",
  access: readsChats,
  response: z.object({ data: z.array(smsDraftSchema) }),
});

export const saveSmsDraft = defineEndpoint({
  method: "PUT",
  path: "chats/sms_drafts",
  summary: "Keep an unsent text message. The answer is the one that is kept, which may be a later one",
  access: writesChats,
  body: smsDraftSchema,
  response: smsDraftSchema,
});

export const smsTemplateSchema = z.object({
  id: smsIdSchema,
  name: z.string(),
  /** With places for names: `{contact}` and `{me}`. */
  text: z.string(),
});
export type SmsTemplate = z.infer<typeof smsTemplateSchema>;
const templates = z.object({ total: z.number(), data: z.array(smsTemplateSchema) });
const keepsTemplates: Demand = { kind: "rule", module: "chats", rule: "manage_templates" };

export const listSmsTemplates = defineEndpoint({
  method: "GET",
  path: "chats/sms_templates",
  summary: "Texts that the company keeps for messages, by name",
  access: readsChats,
  response: templates,
});

export const saveSmsTemplate = defineEndpoint({
  method: "POST",
  path: "chats/sms_templates/save",
  summary: "Add a text for messages, or change the one with this id",
  access: keepsTemplates,
  body: z.object({
    id: z.optional(smsIdSchema),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(SMS_LIMITS.templateNameChars)),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(SMS_LIMITS.templateChars)),
  }),
  response: templates,
});

export const removeSmsTemplate = defineEndpoint({
  method: "POST",
  path: "chats/sms_templates/remove",
  summary: "Remove a text for messages",
  access: keepsTemplates,
  body: z.object({ id: smsIdSchema }),
  response: templates,
});
