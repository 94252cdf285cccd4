/** Presence in chat (spec 2 §7). */
import * as z from "zod/mini";
import { CHAT_LIMITS } from "../../chat/chat-limits.ts";
import { chatPresenceSchema, PRESENCE_STATUSES, presenceTypeSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { managesChat, readsChats } from "./starting.ts";

/** Shown to everybody: without control characters, marks that reorder text, and unpaired surrogates, which no database keeps. */
const PLAIN_NAME = /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u;
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_LIMITS.statusTextChars), z.regex(PLAIN_NAME));
const type = z.enum(PRESENCE_STATUSES);
const types = z.object({ data: z.array(presenceTypeSchema) });

export const listChatPresences = defineEndpoint({
  method: "GET",
  path: "chats/presence",
  summary: "Presence of everybody of the company who is not offline",
  access: readsChats,
  response: z.object({ data: z.array(chatPresenceSchema) }),
});

export const getChatPresence = defineEndpoint({
  method: "GET",
  path: "chats/presence/status",
  summary: "Presence of one person",
  access: readsChats,
  query: z.object({ rocket_username: z.string().check(z.maxLength(256)) }),
  response: chatPresenceSchema,
});

export const listPresenceTypes = defineEndpoint({
  method: "GET",
  path: "chats/presence/custom",
  summary: "The company's own kinds of presence",
  access: readsChats,
  response: types,
});

export const changeChatPresence = defineEndpoint({
  method: "PUT",
  path: "chats/presence/update",
  summary: "Set the user's own presence; custom: with the id of one of the company's kinds",
  access: readsChats,
  body: z.object({
    status: z.enum([...PRESENCE_STATUSES, "custom"]),
    /** Without it the text stays. */
    message: z.optional(z.string().check(z.trim(), z.maxLength(CHAT_LIMITS.statusTextChars))),
    customId: z.optional(z.number().check(z.int())),
  }),
  response: chatPresenceSchema,
});

/** What a person has chosen, as it is kept: also while they are offline. */
const ownPresenceSchema = z.object({
  status: z.enum(PRESENCE_STATUSES),
  message: z.string(),
  /** One of the company's kinds. */
  customId: z.nullable(z.number()),
  /** CHAT-73: shown as busy while on a call. */
  busyOnCalls: z.boolean(),
  /** CHAT-75: missed calls and voicemail are in direct conversations. */
  callLines: z.boolean(),
});
export type OwnChatPresence = z.infer<typeof ownPresenceSchema>;

export const getOwnChatPresence = defineEndpoint({
  method: "GET",
  path: "chats/presence/own",
  summary: "The user's chosen presence, and the user's preferences in chat",
  access: readsChats,
  response: ownPresenceSchema,
});

export const changeChatPreferences = defineEndpoint({
  method: "PUT",
  path: "chats/preferences",
  summary: "Change the user's preferences in chat; those that are not given stay",
  access: readsChats,
  body: z.object({ busyOnCalls: z.optional(z.boolean()), callLines: z.optional(z.boolean()) }),
  response: ownPresenceSchema,
});

export const createPresenceType = defineEndpoint({
  method: "POST",
  path: "chats/presence/custom/create",
  summary: "Add a kind of presence for the company",
  access: managesChat,
  body: z.object({ name, type }),
  response: types,
});

export const changePresenceType = defineEndpoint({
  method: "PUT",
  path: "chats/presence/custom/update",
  summary: "Change a kind of presence of the company",
  access: managesChat,
  body: z.object({ customId: z.number().check(z.int()), name, type }),
  response: types,
});

export const removePresenceType = defineEndpoint({
  method: "DELETE",
  path: "chats/presence/custom/delete",
  summary: "Remove a kind of presence; people who have it are online",
  access: managesChat,
  body: z.object({ customId: z.number().check(z.int()) }),
  response: doneSchema,
});
