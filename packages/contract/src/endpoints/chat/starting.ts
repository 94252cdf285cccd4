/** How chat starts: the token of its socket, the people to write to, and new conversations (spec 2 §7, chat). */
import * as z from "zod/mini";
import { CHAT_LIMITS } from "../../chat/chat-limits.ts";
import { anyRoomSchema, chatPersonSchema, clientIdSchema, rocketUidSchema } from "../../chat/chat-state.ts";
import { smsConversationSchema } from "../../chat/sms-state.ts";
import type { Demand } from "../../demand.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { flagSchema } from "../paging.ts";

export const readsChats: Demand = { kind: "read", module: "chats" };
export const writesChats: Demand = { kind: "write", module: "chats" };
export const managesChat: Demand = { kind: "rule", module: "administration", rule: "manage_chat" };

export const authChat = defineEndpoint({
  method: "POST",
  path: "chats/auth",
  summary: "A token for the chat socket, to be used once within a minute",
  access: readsChats,
  response: z.object({
    token: z.string(),
    expires_in: z.number(),
    /** Absolute, or a path on the panel's host. */
    url: z.string(),
    /** The user's own `rocket_uid`. */
    userId: rocketUidSchema,
  }),
});

/** Fields of a form are texts: people as a list with commas. */
export const newConversation = defineEndpoint({
  method: "POST",
  path: "chats/new_conversation",
  summary:
    "Create a channel or group, or find the direct conversation with people, or that by text message with a number; with a first message and a file",
  access: writesChats,
  upload: { field: "files", maxBytes: CHAT_LIMITS.fileBytes, mediaTypes: ["application/octet-stream"], optional: true },
  body: z.object({
    /** `rocket_uid`s */
    destinations: z._default(
      z.pipe(
        z.string().check(z.maxLength(10_000)),
        z.transform((text) => [...new Set(text.split(",").map((one) => one.trim()))].filter((one) => one !== "")),
      ),
      [],
    ),
    message: z._default(z.string(), ""),
    /** By which the first message is found when this is sent again. */
    client_id: z.optional(clientIdSchema),
    /** Absent: direct messages. */
    channel_name: z.optional(z.string().check(z.maxLength(1_000))),
    /** c: everybody of the company can join. */
    channel_type: z._default(z.enum(["c", "p"]), "p"),
    /** Only owners write. */
    read_only: z._default(flagSchema, false),
    topic: z._default(z.string().check(z.maxLength(CHAT_LIMITS.topicChars)), ""),
    is_sms: z._default(flagSchema, false),
    sms_destination: z.optional(z.string().check(z.maxLength(64))),
    from_did: z.optional(z.string().check(z.maxLength(64))),
  }),
  /** With `is_sms`: the conversation by text message. */
  response: z.object({ room: z.union([anyRoomSchema, smsConversationSchema]) }),
});

/** Spec 1 §3, chat user. */
export const chatUserSchema = z.object({
  name: z.string(),
  email: z.string(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  extension: z.string(),
  /** Has a direct number of their own that takes text messages. */
  smsCapable: z.boolean(),
  /** Of a chat server elsewhere; null here. */
  server: z.null(),
  token: z.null(),
  /** `rocket_uid` */
  chatUserId: rocketUidSchema,
});
export type ChatUser = z.infer<typeof chatUserSchema>;

export const listAllChatUsers = defineEndpoint({
  method: "GET",
  path: "users/all_chat_users",
  summary: "Everybody of the company who can be written to, by name, and the names of the other accounts",
  access: readsChats,
  response: z.object({
    total: z.number(),
    data: z.array(chatUserSchema),
    /** Accounts that cannot be written to, for their names at reactions; one that is in neither list was removed. */
    others: z._default(z.array(chatPersonSchema), []),
  }),
});
