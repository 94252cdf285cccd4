/** Channels, groups and direct messages (spec 2 §7, chat). What the spec leaves open is settled in docs/spec/chat.md. */
import * as z from "zod/mini";
import { CHAT_LIMITS } from "../../chat/chat-limits.ts";
import {
  anyRoomSchema,
  chatMemberSchema,
  chatRoomSchema,
  directRoomSchema,
  NOTIFY_LEVELS,
  rocketUidSchema,
  roomIdSchema,
} from "../../chat/chat-state.ts";
import { KEEP_DAYS_MOST, ROOM_LIMITS } from "../../chat/keep.rules.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { flagSchema, searchSchema } from "../paging.ts";
import { doneSchema } from "../people/watched-settings.ts";
import { chatListQuery, listed, whole } from "./list-query.ts";
import { managesChat, readsChats, writesChats } from "./starting.ts";

/** Which rooms: those of the user, those that the user could join, the user's archived ones. */
export const CHAT_LIST_SCOPES = ["joined", "browse", "archived"] as const;
const scope = z._default(z.enum(CHAT_LIST_SCOPES), "joined");

export const listChatChannels = defineEndpoint({
  method: "GET",
  path: "chats/channels",
  summary: "Channels of the company: the user's own, or those that the user could join",
  access: readsChats,
  query: z.extend(chatListQuery, { scope }),
  response: listed(chatRoomSchema),
});

export const listChatGroups = defineEndpoint({
  method: "GET",
  path: "chats/groups",
  summary: "The user's own private groups",
  access: readsChats,
  query: z.extend(chatListQuery, { scope: z._default(z.enum(["joined", "archived"]), "joined") }),
  response: listed(chatRoomSchema),
});

export const listDirectMessages = defineEndpoint({
  method: "GET",
  path: "chats/direct_messages",
  summary: "The user's own direct conversations; hidden ones only if asked for",
  access: readsChats,
  query: z.extend(chatListQuery, { hidden: z.optional(flagSchema) }),
  response: listed(directRoomSchema),
});

export const closeDirectMessage = defineEndpoint({
  method: "POST",
  path: "chats/direct_messages/close",
  summary: "Hide a direct conversation until the next message in it",
  access: readsChats,
  body: z.object({ room_id: roomIdSchema }),
  response: doneSchema,
});

export const getChatRoom = defineEndpoint({
  method: "GET",
  path: "chats/rooms/{room_id}",
  summary: "A room of which the user is a member, or a channel that the user could join",
  access: readsChats,
  params: z.object({ room_id: roomIdSchema }),
  response: anyRoomSchema,
});

const ofRoom = z.object({ room_id: roomIdSchema });
const ofMember = z.object({ room_id: roomIdSchema, rocket_uid: rocketUidSchema });

/** An order about a room; the answer is the room afterwards, as the caller sees it. */
/* @__NO_SIDE_EFFECTS__ */
const roomOrder = <Body extends z.ZodMiniType>(
  name: string,
  body: Body,
  { summary, access = writesChats }: { readonly summary: string; readonly access?: Demand },
) => defineEndpoint({ method: "POST", path: `chats/rooms/${name}`, summary, access, body, response: anyRoomSchema });

/** The user's own list needs no more than reading. */
export const openChatRoom = roomOrder("open", ofRoom, {
  summary: "Put a room on the user's list",
  access: readsChats,
});
export const closeChatRoom = roomOrder("close", ofRoom, {
  summary: "Take a room off the user's list; the user stays a member",
  access: readsChats,
});
export const joinChatRoom = roomOrder("join", ofRoom, { summary: "Become a member of a channel" });
export const leaveChatRoom = defineEndpoint({
  method: "POST",
  path: "chats/rooms/leave",
  summary: "Leave a room; its last owner names the next one",
  access: readsChats,
  body: z.object({ room_id: roomIdSchema, rocket_uid: z.optional(rocketUidSchema) }),
  response: doneSchema,
});
export const archiveChatRoom = roomOrder("archive", ofRoom, { summary: "Archive a room: it can be read only" });
export const restoreChatRoom = roomOrder("restore", ofRoom, { summary: "Restore an archived room" });
export const kickFromChatRoom = roomOrder("kick", ofMember, { summary: "Remove a member" });
export const inviteToChatRoom = roomOrder("invite", ofMember, { summary: "Add a person as member" });
export const addChatRoomOwner = roomOrder("add_owner", ofMember, { summary: "Make a member owner" });
export const removeChatRoomOwner = roomOrder("remove_owner", ofMember, { summary: "Make an owner a member again" });
export const renameChatRoom = roomOrder(
  "rename",
  z.object({ room_id: roomIdSchema, name: z.string().check(z.maxLength(1_000)) }),
  { summary: "Rename a channel or group" },
);
export const changeChatRoom = roomOrder(
  "change",
  z.object({
    room_id: roomIdSchema,
    topic: z.optional(z.string().check(z.maxLength(CHAT_LIMITS.topicChars))),
    ro: z.optional(z.boolean()),
  }),
  { summary: "Change what a room is about, or who writes in it" },
);
export const notifyFromChatRoom = roomOrder(
  "notify",
  z.object({ room_id: roomIdSchema, notify: z.enum(NOTIFY_LEVELS) }),
  {
    summary: "The messages of a room that make a notice to the user",
    access: readsChats,
  },
);
export const keepInChatRoom = roomOrder(
  "keep",
  /** Null: the company's limit; `KEEP_FOR_EVER`: without limit. */
  z.object({ room_id: roomIdSchema, days: z.nullable(whole(0, KEEP_DAYS_MOST)) }),
  { summary: "How long messages of a room are kept, as far as the company allows" },
);
export const getChatKeeping = defineEndpoint({
  method: "GET",
  path: "chats/rooms/{room_id}/keeping",
  summary: "How long messages of a room are kept",
  access: readsChats,
  params: z.object({ room_id: roomIdSchema }),
  response: z.object({
    /** The limit that holds; null: for ever. */
    days: z.nullable(z.number()),
    company: z.nullable(z.number()),
    own: z.nullable(z.number()),
    /** What owners of the room may set. */
    allowed: z.enum(ROOM_LIMITS),
  }),
});
export type ChatKeeping = z.infer<typeof getChatKeeping.response>;

const companyKeepingSchema = z.object({
  /** Null: for ever. */
  days: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(KEEP_DAYS_MOST))),
  /** What owners may set for their rooms. */
  rooms: z.enum(ROOM_LIMITS),
});
export type CompanyKeeping = z.infer<typeof companyKeepingSchema>;
/** CHAT-85 */
export const getCompanyKeeping = defineEndpoint({
  method: "GET",
  path: "chats/keeping",
  summary: "How long the company keeps messages, and what owners may set for their rooms",
  access: managesChat,
  response: companyKeepingSchema,
});
export const changeCompanyKeeping = defineEndpoint({
  method: "PUT",
  path: "chats/keeping",
  summary: "Change how long the company keeps messages; what is older is removed within the hour",
  access: managesChat,
  body: companyKeepingSchema,
  response: companyKeepingSchema,
});
export const deleteChatRoom = defineEndpoint({
  method: "POST",
  path: "chats/rooms/delete",
  summary: "Delete a channel or group with everything in it",
  access: writesChats,
  body: ofRoom,
  response: doneSchema,
});

export const listChatMembers = defineEndpoint({
  method: "GET",
  path: "chats/rooms/members",
  summary: "Members of a room, owners first",
  access: readsChats,
  query: z.object({
    room_id: roomIdSchema,
    limit: z._default(whole(1, 1_000), PAGE_SIZE.chats),
    offset: z._default(whole(0, 1_000_000), 0),
    search: searchSchema,
  }),
  response: listed(chatMemberSchema),
});
