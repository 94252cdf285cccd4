/** What chat is made of on the wire: rooms, messages, presence (spec 1 §3, docs/spec/chat.md). */
import * as z from "zod/mini";
import { CHAT_LIMITS } from "./chat-limits.ts";

/** Ids of rooms and of people are opaque texts (spec 2 §7: `room_id`, `rocket_uid`). */
export const roomIdSchema = z.string().check(z.minLength(1), z.maxLength(64));
export const rocketUidSchema = z.string().check(z.minLength(1), z.maxLength(64));
/** Id of a message inside its room: a later message has a greater one. */
export const messageIdSchema = z.number().check(z.int(), z.gte(1));
/** Made by the sender, unique for each of its messages: sending again with the same one gives the same message. */
export const clientIdSchema = z.string().check(z.regex(/^[\w-]{8,64}$/));
const ms = z.number(); // since epoch
const count = z.number();

/** c: channel, p: private group, d: direct messages (spec 1 §2). */
export const ROOM_TYPES = ["c", "p", "d"] as const;
export type RoomType = (typeof ROOM_TYPES)[number];

export const ROOM_ROLES = ["owner", "leader", "moderator", "member"] as const;
export type RoomRole = (typeof ROOM_ROLES)[number];

/** The messages of a room that make a notice: all, mentions of the user, none. */
export const NOTIFY_LEVELS = ["all", "mentions", "nothing"] as const;
export type NotifyLevel = (typeof NOTIFY_LEVELS)[number];

export const chatPersonSchema = z.object({ uid: rocketUidSchema, name: z.string() });
export type ChatPerson = z.infer<typeof chatPersonSchema>;

/** How a file is shown; all but pictures, sound and PDF are saved only. */
export const CHAT_FILE_KINDS = ["picture", "sound", "pdf", "other"] as const;
export type ChatFileKind = (typeof CHAT_FILE_KINDS)[number];

export const chatFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  bytes: count,
  kind: z.enum(CHAT_FILE_KINDS),
  /** Pixels of a picture, as it is shown. */
  width: z.nullable(count),
  height: z.nullable(count),
});
export type ChatFile = z.infer<typeof chatFileSchema>;

export const chatReactionSchema = z.object({ emoji: z.string(), by: z.array(rocketUidSchema) });
export type ChatReaction = z.infer<typeof chatReactionSchema>;

/** A missed call or a voicemail, as a line of the conversation of caller and called person (CHAT-75). */
export const chatCallSchema = z.object({
  kind: z.enum(["missed", "voicemail"]),
  /** The called person; the caller is `from`. */
  to: rocketUidSchema,
  /** Of a voicemail: its id, of use to its owner alone, and its length. */
  voicemail: z.optional(count),
  seconds: z.optional(count),
});
export type ChatCall = z.infer<typeof chatCallSchema>;

/**
 * A message as it is now. Of two with the same `id` the one to keep is that with the greater `seq`. A deleted message stays as a
 * place without content.
 */
export const chatMessageSchema = z.object({
  id: messageIdSchema,
  room: roomIdSchema,
  /** The room's sequence number of its last change. */
  seq: count,
  /** Its place in the room, or in its thread: 1, 2, 3 without gaps. */
  n: count,
  /** The message that it answers; null: it is in the room itself. */
  thread: z.nullable(messageIdSchema),
  from: chatPersonSchema,
  /** By which its sender knows it. */
  client_id: z.string(),
  at: ms,
  edited_at: z.nullable(ms),
  deleted: z.boolean(),
  text: z.string(),
  /** People mentioned; `all`: everybody of the room. */
  mentions: z.array(rocketUidSchema),
  all: z.boolean(),
  files: z.array(chatFileSchema),
  reactions: z.array(chatReactionSchema),
  /** The person who pinned it. */
  pinned_by: z.nullable(rocketUidSchema),
  /** Answers in its thread; null: none. */
  replies: z.nullable(z.object({ count, last_at: ms, by: z.array(rocketUidSchema) })),
  /** A line that the phone system has made: without text. */
  call: z.optional(chatCallSchema),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** The last message of a room, for lists. */
export const lastMessageSchema = z.object({
  n: count,
  at: ms,
  from: chatPersonSchema,
  preview: z.string(),
  call: z.optional(chatCallSchema),
});
export type LastMessage = z.infer<typeof lastMessageSchema>;

/** The user's own data about the room; null if the user is not a member. */
export const subscriptionSchema = z.object({
  /** It is on the person's list. */
  open: z.boolean(),
  roles: z.array(z.enum(ROOM_ROLES)),
  notify: z.enum(NOTIFY_LEVELS),
  /** Grows with every change of this subscription, the read mark included. */
  rev: count,
  /** Everything up to this place is read. */
  read: count,
  /** Places of unread messages that mention the person, at most 100, the earliest first. */
  mentions: z.array(count),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const room = {
  id: roomIdSchema,
  /** Grows with every change of what follows, but for `seq`, `n` and `lastMessage`. */
  rev: count,
  archived: z.boolean(),
  usersCount: count,
  /** The sequence number of the last change of any message. */
  seq: count,
  /** The place of the last message; with the read mark it says how many are unread. */
  n: count,
  /** Place and id of the first message that is kept, or of the next one: everything before it, with its thread, is to be forgotten. */
  first: count,
  first_id: count,
  /** By `n` and `read`; 0 for others. */
  unread: count,
  lastMessage: z.nullable(lastMessageSchema),
  /** Of the last message, or since the room exists. */
  updatedAt: ms,
  subscription: z.nullable(subscriptionSchema),
} as const;

/** Spec 1 §3, chat channel or group. */
export const chatRoomSchema = z.object({
  ...room,
  type: z.enum(["c", "p"]),
  name: z.string(),
  topic: z.string(),
  /** The owner of longest standing. */
  owner: z.nullable(chatPersonSchema),
  /** Only owners write. */
  ro: z.boolean(),
});
export type ChatRoom = z.infer<typeof chatRoomSchema>;

/** Spec 1 §3, direct conversation. */
export const directRoomSchema = z.object({
  ...room,
  type: z.literal("d"),
  /** The other person; the user, in a conversation with themselves. */
  to_user: chatPersonSchema,
  /** Everybody in it. */
  users: z.array(chatPersonSchema),
  usernames: z.array(z.string()),
  is_sms: z.boolean(),
  open: z.boolean(),
});
export type DirectRoom = z.infer<typeof directRoomSchema>;

export const anyRoomSchema = z.discriminatedUnion("type", [chatRoomSchema, directRoomSchema]);
export type AnyRoom = z.infer<typeof anyRoomSchema>;

export const chatMemberSchema = z.object({
  /** `rocket_uid` */
  id: rocketUidSchema,
  name: z.string(),
  username: z.string(),
  picture_profile: z.nullable(z.string()),
  roles: z.array(z.enum(ROOM_ROLES)),
});
export type ChatMember = z.infer<typeof chatMemberSchema>;

/** A followed thread; its unread answers are `n - read`. */
export const chatThreadSchema = z.object({
  room: roomIdSchema,
  root: messageIdSchema,
  n: count,
  read: count,
  /** The message that the thread answers. */
  message: chatMessageSchema,
});
export type ChatThread = z.infer<typeof chatThreadSchema>;

export const PRESENCE_STATUSES = ["online", "busy", "away", "offline"] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

/** Spec 1 §3. */
export const chatPresenceSchema = z.object({
  userId: rocketUidSchema,
  status: z.enum([...PRESENCE_STATUSES, "custom", "unknown"]),
  statusText: z.string(),
  /** How a custom one is drawn; null: the status itself says it. */
  type: z.nullable(z.enum(PRESENCE_STATUSES)),
  /** Busy because of a call, as the person wishes (CHAT-73). */
  onCall: z.optional(z.boolean()),
});
export type ChatPresence = z.infer<typeof chatPresenceSchema>;

export const presenceTypeSchema = z.object({ id: z.number(), name: z.string(), type: z.enum(PRESENCE_STATUSES) });
export type PresenceType = z.infer<typeof presenceTypeSchema>;

export const chatDraftSchema = z.object({
  room: roomIdSchema,
  thread: z.nullable(messageIdSchema),
  text: z.string().check(z.maxLength(CHAT_LIMITS.textChars)),
  /** A draft replaces one with a smaller version only: the writer's time in ms is a good one. */
  version: z.number().check(z.int(), z.gte(0)),
});
export type ChatDraft = z.infer<typeof chatDraftSchema>;
