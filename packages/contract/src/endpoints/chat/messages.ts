/** History, search, drafts and files of chat. What is written and changed goes over the socket (chat/chat-frames.ts). */
import * as z from "zod/mini";
import { CHAT_LIMITS } from "../../chat/chat-limits.ts";
import {
  anyRoomSchema,
  chatDraftSchema,
  chatFileSchema,
  chatMessageSchema,
  chatThreadSchema,
  roomIdSchema,
} from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { readsChats, writesChats } from "./starting.ts";

const whole = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
const place = z.optional(whole(0, Number.MAX_SAFE_INTEGER));
const params = z.object({ room_id: roomIdSchema });
const limit = z._default(whole(1, CHAT_LIMITS.pageMost), CHAT_LIMITS.page);

/** By place; without any of the others, the last messages. Only one of them counts, in this order. */
export const historyQuery = z.object({
  limit,
  /** The thread of this message, instead of the room. */
  thread: place,
  before: place,
  after: place,
  around: place,
  /** Around the message with this id; of an answer in a thread, in that thread. */
  id: place,
  /** From the first message at or after this time, ms since the epoch. */
  date: place,
  /** Around the user's own read mark. */
  unread: z.optional(z.enum(["1"])),
});
export const chatHistorySchema = z.object({
  /** The sequence number of the room before the messages were read: each is at least as new. */
  seq: z.number(),
  /** Place of the last message of the room or thread, and of the first that is kept. */
  n: z.number(),
  first: z.number(),
  /** The thread that the messages are in. */
  thread: z.nullable(z.number()),
  /** Whether one follows that thread; null: the messages are of the room. */
  followed: z._default(z.nullable(z.boolean()), null),
  /** In order of place, without gaps. */
  messages: z.array(chatMessageSchema),
});
export type ChatHistory = z.infer<typeof chatHistorySchema>;

export const listChatMessages = defineEndpoint({
  method: "GET",
  path: "chats/rooms/{room_id}/messages",
  summary: "Messages of a room by page, around a place, a date or the read mark",
  access: readsChats,
  params,
  query: historyQuery,
  response: chatHistorySchema,
});

export const listChatPins = defineEndpoint({
  method: "GET",
  path: "chats/rooms/{room_id}/pins",
  summary: "Pinned messages of a room, the latest first",
  access: readsChats,
  params,
  response: z.object({ total: z.number(), data: z.array(chatMessageSchema) }),
});

const foundSchema = z.object({ room: anyRoomSchema, message: chatMessageSchema });
export type FoundMessage = z.infer<typeof foundSchema>;

export const listSavedMessages = defineEndpoint({
  method: "GET",
  path: "chats/saved",
  summary: "Messages that the user has saved, the latest first",
  access: readsChats,
  query: z.object({ limit, offset: z._default(whole(0, 100_000), 0) }),
  response: z.object({ total: z.number(), data: z.array(foundSchema) }),
});

export const listChatThreads = defineEndpoint({
  method: "GET",
  path: "chats/threads",
  summary: "Threads that the user follows, with the latest answer first",
  access: readsChats,
  query: z.object({ limit }),
  response: z.object({ data: z.array(chatThreadSchema) }),
});

export const searchChat = defineEndpoint({
  method: "GET",
  path: "chats/search",
  summary: "Messages of the user's own rooms: words, from:name, in:room, has:file|link|pin, before:2026-01-31, after:",
  access: readsChats,
  query: z.object({
    q: z.string().check(z.maxLength(CHAT_LIMITS.searchChars)),
    limit,
    /** Of the answer before: what comes after it. */
    cursor: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({ data: z.array(foundSchema), cursor: z.nullable(z.string()) }),
});

export const listChatDrafts = defineEndpoint({
  method: "GET",
  path: "chats/drafts",
  summary: "The user's own drafts",
  access: readsChats,
  response: z.object({ data: z.array(chatDraftSchema) }),
});

export const saveChatDraft = defineEndpoint({
  method: "PUT",
  path: "chats/drafts",
  summary: "Keep a draft; an empty one is removed. The answer is the one that is kept, which may be a later one",
  access: writesChats,
  body: chatDraftSchema,
  response: chatDraftSchema,
});

export const uploadChatFile = defineEndpoint({
  method: "POST",
  path: "chats/files",
  summary: "Upload a file for a message in a room; it is removed if no message has it within a day",
  access: writesChats,
  upload: { field: "file", maxBytes: CHAT_LIMITS.fileBytes, mediaTypes: ["application/octet-stream"] },
  body: z.object({ room_id: roomIdSchema, name: z.string().check(z.maxLength(1_000)) }),
  response: chatFileSchema,
});

/** Pictures as the server encoded them again; everything else whole. What is no picture, sound or PDF is saved, never shown. */
export const CHAT_FILE_FORMS = ["thumbnail", "shown", "whole"] as const;
export const getChatFile = defineEndpoint({
  method: "GET",
  path: "chats/files/{file_id}",
  summary: "A file of a room of which the user is a member",
  access: readsChats,
  params: z.object({ file_id: z.string().check(z.maxLength(64)) }),
  query: z.object({ form: z._default(z.enum(CHAT_FILE_FORMS), "whole") }),
  binary: "application/octet-stream",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

export const removeChatFile = defineEndpoint({
  method: "DELETE",
  path: "chats/files/{file_id}",
  summary: "Remove a file that the user has uploaded and not sent",
  access: writesChats,
  params: z.object({ file_id: z.string().check(z.maxLength(64)) }),
  response: doneSchema,
});
