/** Presence in chat (spec 2 §7). */
import * as z from "zod/mini";
import { CHAT_LIMITS } from "../../chat/chat-limits.ts";
import { chatPresenceSchema, PRESENCE_STATUSES, presenceTypeSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { readsChats, writesChats } from "./rooms.ts";

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_LIMITS.statusTextChars));
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
  summary: "Set one's own presence; custom: with the id of one of the company's kinds",
  access: readsChats,
  body: z.object({
    status: z.enum([...PRESENCE_STATUSES, "custom"]),
    message: z._default(z.string().check(z.trim(), z.maxLength(CHAT_LIMITS.statusTextChars)), ""),
    customId: z.optional(z.number().check(z.int())),
  }),
  response: chatPresenceSchema,
});

export const createPresenceType = defineEndpoint({
  method: "POST",
  path: "chats/presence/custom/create",
  summary: "Add a kind of presence for the company",
  access: writesChats,
  body: z.object({ name, type }),
  response: types,
});

export const changePresenceType = defineEndpoint({
  method: "PUT",
  path: "chats/presence/custom/update",
  summary: "Change a kind of presence of the company",
  access: writesChats,
  body: z.object({ customId: z.number().check(z.int()), name, type }),
  response: types,
});

export const removePresenceType = defineEndpoint({
  method: "DELETE",
  path: "chats/presence/custom/delete",
  summary: "Remove a kind of presence; people who have it are online",
  access: writesChats,
  body: z.object({ customId: z.number().check(z.int()) }),
  response: doneSchema,
});
